#pragma once
// Costs of groups inside a cluster with memberships q in [0, 1] (0 and 1 for a hard one). With
// losses l of the people a metric looks at,
//   cost = sum q l / sum q,   se^2 = m / (m - 1) sum q^2 (l - cost)^2 / (sum q)^2,
// m people with q > 0: the linearised variance of a ratio, and s^2 / m for a hard cluster. Losses
// of different people are taken as independent. Losses of 0 and 1 are compared as shares of the
// effective number of people (share_test.hpp), others by their standard errors. The pair of groups
// that differs most is chosen among all pairs, so its p-value and its interval count all of them
// (Bonferroni).

#include <cstdint>
#include <optional>
#include <span>
#include <utility>
#include <vector>

namespace faultline::methods {

struct WeightedCost {
  std::int64_t people = 0;  // with q > 0
  double weight = 0;        // sum of q
  double effective = 0;     // (sum q)^2 / sum q^2: as many people of equal weight say as much
  double mean = 0;
  double se = 0;
  bool share = true;  // all losses are 0 or 1
};

/// One per group. `loss` is NaN where the metric does not look; all spans have one entry per
/// person. With `outside`, q becomes 1 - q: everybody else.
[[nodiscard]] std::vector<WeightedCost> weighted_costs(std::span<const double> loss,
                                                       std::span<const std::int32_t> group,
                                                       std::span<const double> membership,
                                                       int groups, bool outside = false);

/// Whether a group has at least `least` effective people, and two at least.
[[nodiscard]] bool is_enough(const WeightedCost& cost, double least);

struct ClusterGap {
  std::size_t first = 0;
  std::size_t second = 0;
  double gap = 0;  // first minus second
  std::pair<double, double> interval{};
  double p_value = 1;
};

/// The pair with the largest absolute difference among groups with enough people, at level
/// `alpha`; none with fewer than two such groups.
[[nodiscard]] std::optional<ClusterGap> largest_gap(const std::vector<WeightedCost>& costs,
                                                    double least, double alpha);

}  // namespace faultline::methods
