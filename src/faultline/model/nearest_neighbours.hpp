#pragma once
// k nearest neighbours on features as they are, exactly. The squared distance of two people is the
// sum of squared differences of their numbers and sparse columns, plus 2 for every categorical
// covariate in which they differ: the Euclidean distance of their columns. Of people at the same
// distance, those who come first in the features count as nearer.

#include <cstdint>
#include <span>
#include <vector>

#include "faultline/model/features.hpp"

namespace faultline::model {

/// Mean outcome of the k nearest among `people` who are in another fold than the person, one per
/// entry of `people` (distinct positions in the features). `outcome` has one entry per row of the
/// features. folds = 0 leaves out the person alone; else people are dealt into folds at random by
/// the seed. When fewer than k are left, all of them count; NaN when nobody is. The same on any
/// number of threads.
struct NeighbourOptions {
  int neighbours = 5;
  int folds = 0;
  std::uint64_t seed = 1;
  int threads = 0;
};
[[nodiscard]] std::vector<double> neighbour_means(const Features& features,
                                                  std::span<const double> outcome,
                                                  std::span<const std::int64_t> people,
                                                  const NeighbourOptions& options);

}  // namespace faultline::model
