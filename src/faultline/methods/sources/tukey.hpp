#pragma once
// Many groups at once: analysis of variance over cross-validation folds, and Tukey-Kramer intervals
// for all pairs. Observations are the groups' mean costs per fold.

#include <cstddef>
#include <vector>

namespace faultline::methods {

struct TukeyPair {
  std::size_t first = 0;
  std::size_t second = 0;
  double difference = 0;  // second minus first
  double low = 0;
  double high = 0;
  double p_value = 1;
};

struct GroupAnalysis {
  double f = 0;
  double p_value = 1;  // of equal means
  double error_variance = 0;
  double degrees_of_freedom = 0;
  double critical = 0;  // studentized range
  std::vector<TukeyPair> pairs{};
};

/// Observations per group; groups with fewer than two take no part and appear in no pair. Throws
/// InputError when fewer than two groups are left. `alpha` is the level of the family of intervals.
[[nodiscard]] GroupAnalysis analyse_groups(const std::vector<std::vector<double>>& observations,
                                           double alpha);

}  // namespace faultline::methods
