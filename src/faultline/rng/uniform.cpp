#include <bit>
#include <limits>

#include "faultline/base/error.hpp"
#include "faultline/rng/draw.hpp"

namespace faultline::rng {

namespace {

// Lemire (2019): the high word of a product is uniform once the few low words that would favour
// some results are thrown away.
std::uint32_t below32(Stream& stream, std::uint32_t bound) {
  std::uint64_t product = static_cast<std::uint64_t>(stream.next32()) * bound;
  if (static_cast<std::uint32_t>(product) < bound) {
    const std::uint32_t unfair = (0U - bound) % bound;
    while (static_cast<std::uint32_t>(product) < unfair) {
      product = static_cast<std::uint64_t>(stream.next32()) * bound;
    }
  }
  return static_cast<std::uint32_t>(product >> 32U);
}

}  // namespace

double uniform(Stream& stream) {
  std::uint64_t bits = 0;
  do {
    bits = stream.next64() >> 11U;
  } while (bits == 0);
  return static_cast<double>(bits) * 0x1.0p-53;
}

std::uint64_t below(Stream& stream, std::uint64_t bound) {
  if (bound == 0) throw InternalError("a uniform integer below 0 was asked for; there is none");
  if (bound <= std::numeric_limits<std::uint32_t>::max()) {
    return below32(stream, static_cast<std::uint32_t>(bound));
  }
  const int spare = std::countl_zero(bound - 1);
  std::uint64_t value = 0;
  do {
    value = stream.next64() >> static_cast<unsigned>(spare);
  } while (value >= bound);
  return value;
}

bool bernoulli(Stream& stream, double p) {
  if (!(p >= 0 && p <= 1)) {
    throw InternalError("a Bernoulli draw needs a probability between 0 and 1");
  }
  return uniform(stream) < p;
}

}  // namespace faultline::rng
