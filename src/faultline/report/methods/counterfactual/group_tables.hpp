#pragma once
// Groups side by side: every two of them, what explains their rates, and decisions compared.

#include "faultline/report/document/table.hpp"
#include "faultline/report/methods/counterfactual/words.hpp"

namespace faultline::report {

/// Every two groups and the difference of their rates, those told apart first, then by size; none
/// without resamples. A terminal shows the first few.
[[nodiscard]] Table pairs_table(const result::CounterfactualReport& report,
                                const result::CounterfactualReport::Decision& decision);

/// Need, opportunity and strength of treatment by group.
[[nodiscard]] Table shares_table(const result::CounterfactualReport::Decision& decision);

/// Summaries of two decisions on the same people, the interval first; no rows with one decision.
[[nodiscard]] Table differences_table(const result::CounterfactualReport& report);

}  // namespace faultline::report
