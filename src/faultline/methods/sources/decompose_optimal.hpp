#pragma once
// Estimates of E[Y | x, a], from which the optimal prediction of a person follows, out of other
// people only:
//   nearest-neighbour  mean outcome of the nearest people of the same group, numbers measured in
//                      standard deviations
//   boosted            100 boosted trees that know the group, cross-fitted over five folds
// Neither is right: the first smooths too much with many features, the second where groups are
// small. Noise and bias that rest on one of them are as good as the estimate.

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "faultline/methods/hooks.hpp"
#include "faultline/methods/sources/input.hpp"

namespace faultline::methods {

struct OptimalEstimate {
  NoiseEstimator estimator = NoiseEstimator::boosted;
  std::vector<double> value{};  // per person; NaN when there is nobody to learn from
};

/// Those that the options ask for, the one that values are taken from first: for "range" boosted,
/// then nearest-neighbour. Fewer when stopped. `chosen` has what the best candidates predict, one
/// entry per person; where it is empty, "candidates" is taken for "range".
[[nodiscard]] std::vector<OptimalEstimate> estimate_optimal(const SourcesInput& input,
                                                            const SourcesOptions& options,
                                                            const Hooks& hooks,
                                                            std::span<const double> chosen = {});

/// Neighbours that are averaged among so many people: the square root, at most 50, at least 5.
[[nodiscard]] int neighbours_among(std::int64_t people);

}  // namespace faultline::methods
