#pragma once
// Bounds for tests of rates whose false-alarm rate is stated.

#include <cstddef>
#include <cstdint>

#include "faultline/math/count_distribution.hpp"

namespace faultline::testing {

/// Largest count that Binomial(n, p) exceeds with probability at most `alarm`.
inline std::int64_t upper_limit(std::int64_t n, double p, double alarm) {
  const math::CountDistribution law = math::binomial_distribution(n, p, 0);
  double above = 0;
  for (std::size_t i = law.probability.size(); i-- > 0;) {
    above += law.probability[i];
    if (above > alarm) return law.lowest + static_cast<std::int64_t>(i);
  }
  return law.lowest;
}

/// Largest count that Binomial(n, p) does not exceed with probability at most `alarm`; -1: none, so
/// few are drawn that any count may come up.
inline std::int64_t lower_limit(std::int64_t n, double p, double alarm) {
  return n - 1 - upper_limit(n, 1 - p, alarm);
}

}  // namespace faultline::testing
