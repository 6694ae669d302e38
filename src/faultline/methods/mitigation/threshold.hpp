#pragma once
// The threshold that a given share of scores may exceed.

#include <cstdint>
#include <utility>
#include <vector>

#include "faultline/methods/mitigation/mitigation.hpp"

namespace faultline::methods {

/// The 1 - `share` quantile of the scores (value, people), in any order, at least one person;
/// `share` is taken into [0, 1]. With Quantile::higher, the share of people strictly above it never
/// exceeds `share`.
[[nodiscard]] double quantile_threshold(std::vector<std::pair<double, std::int64_t>> scores,
                                        double share, Quantile quantile);

}  // namespace faultline::methods
