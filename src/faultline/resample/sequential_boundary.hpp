#pragma once
// When a Monte Carlo test may stop (Gandy 2009): the null replicates so far, n, of which S reach
// the observed score, settle on which side of `level` the p-value lies. Were p exactly the level,
// the probability of having stopped on either side by replicate n would be at most
//   risk * n / (1000 + n),
// so a p-value on one side of the level is taken for one on the other with probability below
// `risk`, however long the test may run. The boundaries come from the exact distribution of S among
// the paths that have not stopped.

#include <cstdint>
#include <optional>
#include <vector>

namespace faultline::resample {

/// The probability of a wrong verdict that an early stop may carry.
inline constexpr double kVerdictRisk = 1e-3;

class SequentialBoundary {
 public:
  /// Throws InternalError unless 0 < level < 1.
  explicit SequentialBoundary(double level, double risk = kVerdictRisk);

  /// True: the p-value is below the level; false: above; none: go on. n >= 1. Computed as far as
  /// was asked for: a test that may run for ever must not begin with an endless table.
  [[nodiscard]] std::optional<bool> below(std::int64_t n, std::int64_t exceedances);

 private:
  void extend();

  double level_;
  double risk_;
  // alive_[i]: probability of having `first_ + i` exceedances and of not having stopped, at p =
  // level.
  std::vector<double> alive_{1.0};
  std::vector<double> next_{};
  std::int32_t first_ = 0;
  double stopped_below_ = 0;
  double stopped_above_ = 0;
  std::vector<std::int32_t> lower_{};  // [n - 1]: stop, p below, at so many or fewer; -1 never
  std::vector<std::int32_t> upper_{};  // [n - 1]: stop, p above, at so many or more
};

}  // namespace faultline::resample
