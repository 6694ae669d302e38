#pragma once
// Counterfactual error rates in table cells, the same in text and HTML. Rates are in percent, gaps
// between them in percentage points, variances in squared points.

#include <string>

#include "faultline/report/cell_table.hpp"
#include "faultline/report/counterfactual_words.hpp"

namespace faultline::report {

/// One line per group: people, untreated, the rate with its interval, what was observed, and the
/// other estimators.
[[nodiscard]] CellTable groups_table(const result::CounterfactualReport& report,
                                     const result::CounterfactualReport::Decision& decision,
                                     CounterfactualRate rate);

/// What the heads of that table mean.
[[nodiscard]] std::string groups_legend(const result::CounterfactualReport& report);

/// One line per summary, with the interval that stands for it.
[[nodiscard]] CellTable summary_table(const result::CounterfactualReport& report,
                                      const result::CounterfactualReport::Decision& decision,
                                      CounterfactualRate rate);

/// One line per summary, with every kind of interval; no rows without intervals.
[[nodiscard]] CellTable intervals_table(const result::CounterfactualReport& report,
                                        const result::CounterfactualReport::Decision& decision,
                                        CounterfactualRate rate);

/// Weights, effective size and extreme propensities of the untreated, by group.
[[nodiscard]] CellTable positivity_table(const result::CounterfactualReport::Decision& decision);

/// Summaries of two decisions on the same people; no rows with one decision.
[[nodiscard]] CellTable differences_table(const result::CounterfactualReport& report);

[[nodiscard]] CellTable small_groups_table(const result::CounterfactualReport::SmallGroups& small);

/// "Largest gap (max)".
[[nodiscard]] std::string summary_words(result::SummaryKind kind);

}  // namespace faultline::report
