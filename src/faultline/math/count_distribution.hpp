#pragma once
// The distribution of a count as a window of probabilities: those of lowest, lowest + 1, ... Tails
// that no double-precision draw can reach are cut, so a count of n independent events needs a
// window of order sqrt(n).

#include <cstdint>
#include <vector>

namespace faultline::math {

struct CountDistribution {
  std::int64_t lowest = 0;
  std::vector<double> probability{1.0};

  [[nodiscard]] double mean() const;
  [[nodiscard]] double variance() const;
};

/// Successes in n independent trials of probability p. Throws InternalError unless n >= 0 and 0 <=
/// p <= 1.
[[nodiscard]] CountDistribution binomial_distribution(std::int64_t n, double p, double tail);

/// The distribution of the sum of two independent counts.
[[nodiscard]] CountDistribution convolve(const CountDistribution& a, const CountDistribution& b);

/// Drops values at both ends whose probabilities add up to at most `tail` at each end.
void cut_tails(CountDistribution& distribution, double tail);

/// P(count <= lowest + i), scaled so that the last is exactly 1.
[[nodiscard]] std::vector<double> cumulative(const CountDistribution& distribution);

}  // namespace faultline::math
