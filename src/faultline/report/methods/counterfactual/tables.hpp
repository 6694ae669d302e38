#pragma once
// Counterfactual error rates in tables. Rates are in percent, gaps between them in percentage
// points, variances in squared points.

#include "faultline/report/document/table.hpp"
#include "faultline/report/methods/counterfactual/words.hpp"

namespace faultline::report {

/// One row per rate and group: people, untreated, the rate with its interval, what was observed,
/// and the other estimators.
[[nodiscard]] Table rates_table(const result::CounterfactualReport& report,
                                const result::CounterfactualReport::Decision& decision);

/// One row per rate and summary, with the interval that stands for it.
[[nodiscard]] Table gaps_table(const result::CounterfactualReport& report,
                               const result::CounterfactualReport::Decision& decision);

/// The same rows with every kind of interval; none without intervals.
[[nodiscard]] Table intervals_table(const result::CounterfactualReport& report,
                                    const result::CounterfactualReport::Decision& decision);

/// Weights, effective size and extreme propensities of the untreated, by group.
[[nodiscard]] Table positivity_table(const result::CounterfactualReport::Decision& decision);

[[nodiscard]] Table small_groups_table(const result::CounterfactualReport::SmallGroups& small);

}  // namespace faultline::report
