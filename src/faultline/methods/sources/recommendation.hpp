#pragma once
// What to do about a difference between two groups, by rules on the figures of the report, the
// first that applies:
//   no level that a test tells from 0                              nothing to repair, or not tested
//   ten times the data leave at most half of today's difference, and the interval there lies below
//     today's: of the worse group alone -> more of it; of everybody -> more data (of the worse
//     group first where growing it alone lowers the difference too)
//   the largest part of the decomposition, where all estimates of the optimum agree on it:
//     variance -> more data, bias -> another model, noise -> other variables
//   nearest-neighbour bounds that do not overlap, uncontradicted    -> other variables
//   growing the worse group alone lowers the difference for sure    -> more of it
//   a curve that promises little        -> other variables or another model
//   else what is missing to tell.

#include "faultline/methods/result.hpp"
#include "faultline/methods/sources/input.hpp"

namespace faultline::methods {

/// What notices of its absence are about.
inline constexpr auto kRecommendation = "recommendation";

/// Adds, for the first model, one entry per pair of groups and metric with a significant level
/// (fpr, fnr and zero-one; mse of numbers), and one per pair that has none.
void add_recommendation(const SourcesOptions& options, SourcesReport& report);

/// Whether a level that recommendations speak of, of any model, is significant after adjustment.
[[nodiscard]] bool has_significant_level(const SourcesReport& report, double alpha);

}  // namespace faultline::methods
