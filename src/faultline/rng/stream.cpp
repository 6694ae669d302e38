#include "faultline/rng/stream.hpp"

#include "faultline/base/error.hpp"
#include "faultline/rng/philox.hpp"

namespace faultline::rng {

Stream::Stream(std::uint64_t seed, Purpose purpose, std::uint32_t replicate,
               std::uint32_t substream)
    : key_{static_cast<std::uint32_t>(seed), static_cast<std::uint32_t>(seed >> 32U)},
      counter_{0, substream, replicate, static_cast<std::uint32_t>(purpose)} {}

void Stream::refill() {
  block_ = philox4x32_10(counter_, key_);
  left_ = 4;
  if (++counter_[0] == 0) {
    throw InternalError("a random stream ran out of numbers; split the work into substreams");
  }
}

}  // namespace faultline::rng
