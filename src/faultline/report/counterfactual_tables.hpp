#pragma once
// Counterfactual error rates in table cells, the same in text and HTML. Rates are in percent, gaps
// between them in percentage points, variances in squared points.

#include <string>

#include "faultline/report/cell_table.hpp"
#include "faultline/report/counterfactual_words.hpp"

namespace faultline::report {

/// One line per group: people, untreated, the rate with its interval, what was observed, and the
/// other estimators.
[[nodiscard]] CellTable groups_table(const audit::CounterfactualReport& report,
                                     const audit::CounterfactualReport::Decision& decision,
                                     CounterfactualRate rate);

/// What the heads of that table mean.
[[nodiscard]] std::string groups_legend(const audit::CounterfactualReport& report);

/// One line per summary, with the interval that stands for it.
[[nodiscard]] CellTable summary_table(const audit::CounterfactualReport& report,
                                      const audit::CounterfactualReport::Decision& decision,
                                      CounterfactualRate rate);

/// One line per summary, with every kind of interval; no rows without intervals.
[[nodiscard]] CellTable intervals_table(const audit::CounterfactualReport& report,
                                        const audit::CounterfactualReport::Decision& decision,
                                        CounterfactualRate rate);

/// Weights, effective size and extreme propensities of the untreated, by group.
[[nodiscard]] CellTable positivity_table(const audit::CounterfactualReport::Decision& decision);

/// Summaries of two decisions on the same people; no rows with one decision.
[[nodiscard]] CellTable differences_table(const audit::CounterfactualReport& report);

[[nodiscard]] CellTable small_groups_table(const audit::CounterfactualReport::SmallGroups& small);

/// "Largest gap (max)"; the name itself when it is not known.
[[nodiscard]] std::string summary_words(const std::string& name);

}  // namespace faultline::report
