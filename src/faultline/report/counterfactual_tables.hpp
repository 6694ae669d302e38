#pragma once
// Counterfactual error rates in table cells, the same in text and HTML. Rates are in percent, gaps
// between them in percentage points, variances in squared points.

#include <string>
#include <vector>

#include "faultline/report/counterfactual_words.hpp"

namespace faultline::report {

/// A table with a row of heads; the columns after the first `words` hold numbers.
struct CounterfactualTable {
  std::string caption{};
  std::vector<std::string> heads{};
  std::vector<std::vector<std::string>> rows{};
  int words = 1;
};

/// One line per group: people, untreated, the rate with its interval, what was observed, and the
/// other estimators.
[[nodiscard]] CounterfactualTable groups_table(
    const audit::CounterfactualReport& report,
    const audit::CounterfactualReport::Decision& decision, CounterfactualRate rate);

/// What the heads of that table mean.
[[nodiscard]] std::string groups_legend(const audit::CounterfactualReport& report);

/// One line per summary, with the interval that stands for it.
[[nodiscard]] CounterfactualTable summary_table(
    const audit::CounterfactualReport& report,
    const audit::CounterfactualReport::Decision& decision, CounterfactualRate rate);

/// One line per summary, with every kind of interval; no rows without intervals.
[[nodiscard]] CounterfactualTable intervals_table(
    const audit::CounterfactualReport& report,
    const audit::CounterfactualReport::Decision& decision, CounterfactualRate rate);

/// Weights, effective size and extreme propensities of the untreated, by group.
[[nodiscard]] CounterfactualTable positivity_table(
    const audit::CounterfactualReport::Decision& decision);

/// Summaries of two decisions on the same people; no rows with one decision.
[[nodiscard]] CounterfactualTable differences_table(const audit::CounterfactualReport& report);

[[nodiscard]] CounterfactualTable small_groups_table(
    const audit::CounterfactualReport::SmallGroups& small);

/// "Largest gap (max)"; the name itself when it is not known.
[[nodiscard]] std::string summary_words(const std::string& name);

}  // namespace faultline::report
