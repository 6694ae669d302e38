#pragma once
// k nearest neighbours on features as they are, exactly. The squared distance of two people is the
// sum of squared differences of their numbers, plus 2 for every categorical covariate in which they
// differ (the distance of their dummies), plus the squared differences of sparse columns. Of people
// at the same distance, those who come first in the features count as nearer.

#include <cstdint>
#include <span>
#include <vector>

#include "faultline/model/design/features.hpp"

namespace faultline::model {

struct NeighbourOptions {
  int neighbours = 5;
  int folds = 0;  // 0: everybody else may be a neighbour
  std::uint64_t seed = 1;
  int threads = 0;
};

/// Mean outcome of the nearest among `people` who are in another fold than the person, one per
/// entry of `people` (distinct positions in the features). `outcome` has one entry per row of the
/// features. People are dealt into folds at random by the seed. When fewer are left than asked for,
/// all of them count; NaN when nobody is. The same on any number of threads. Throws ConfigError on
/// options.
[[nodiscard]] std::vector<double> neighbour_means(const Features& features,
                                                  std::span<const double> outcome,
                                                  std::span<const std::int64_t> people,
                                                  const NeighbourOptions& options);

/// Share of people whose binary outcome the vote of their neighbours gets wrong; a tied vote is a
/// 0.
[[nodiscard]] double neighbour_error(const Features& features, std::span<const double> outcome,
                                     std::span<const std::int64_t> people,
                                     const NeighbourOptions& options);

}  // namespace faultline::model
