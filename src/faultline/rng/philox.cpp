#include "faultline/rng/philox.hpp"

#include <Random123/philox.h>

namespace faultline::rng {

std::array<std::uint32_t, 4> philox4x32_10(const std::array<std::uint32_t, 4>& counter,
                                           const std::array<std::uint32_t, 2>& key) {
  const r123::Philox4x32_R<10>::ctr_type in = {{counter[0], counter[1], counter[2], counter[3]}};
  const r123::Philox4x32_R<10>::key_type secret = {{key[0], key[1]}};
  const auto out = r123::Philox4x32_R<10>{}(in, secret);
  return {out.v[0], out.v[1], out.v[2], out.v[3]};
}

}  // namespace faultline::rng
