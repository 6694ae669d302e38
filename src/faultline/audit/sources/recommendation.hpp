#pragma once
// What to do about a difference between two groups, by rules on the figures of the report:
//   no level that a test tells from 0        nothing to repair
//   learning curve: at ten times the data at most half the level is expected to be left, and the
//     interval there does not reach today's level        more data; of one group, where growing
//     that group alone lowers the level too
//   else the largest of the three gaps of the decomposition in the level's direction: variance ->
//     more data, bias -> another model, noise -> other variables
//   else nearest-neighbour bounds that do not overlap, in the level's direction -> other variables
//   else what is missing to tell.

#include "faultline/audit/sources/input.hpp"
#include "faultline/audit/sources_report.hpp"

namespace faultline::audit {

/// Adds, for the first model, one entry per pair of groups and metric with a significant level
/// (fpr, fnr and zero-one; mse of numbers), and one per pair that has none.
void add_recommendation(const SourcesOptions& options, SourcesReport& report);

/// Whether a level that recommendations speak of, of any model, is significant after adjustment.
[[nodiscard]] bool has_significant_level(const SourcesReport& report, double alpha);

}  // namespace faultline::audit
