#pragma once
// Whether two groups differ more inside a cluster than outside. That they differ inside at all says
// nothing where they differ everywhere: the largest of many gaps is then a cluster by chance. With
// costs of the two groups inside and outside,
//   z = (gap inside - gap outside) / se,   se^2 = sum of the four cells' variances,
// one-sided in the direction in which the groups differ among everybody. Each cell of zeros and
// ones has one error and one success added (Agresti and Caffo 2000), so that a cell without errors
// is not certain.

#include <optional>
#include <vector>

#include "faultline/methods/sources/cluster_cost.hpp"

namespace faultline::methods {

struct ClusterExcess {
  double gap_inside = 0;  // as they are, first minus second
  double gap_outside = 0;
  double z = 0;  // positive: larger inside, in the direction of everybody's difference
  double p_value = 1;
};

/// `inside` and `outside` have the two sides of one contrast, `direction` the sign of the
/// difference among everybody. None when a cell has fewer than `least` people, or when losses do
/// not vary.
[[nodiscard]] std::optional<ClusterExcess> cluster_excess(const std::vector<WeightedCost>& inside,
                                                          const std::vector<WeightedCost>& outside,
                                                          double direction, double least);

}  // namespace faultline::methods
