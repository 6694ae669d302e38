#pragma once
// Counterfactual error rates <-> the block "counterfactual" (what was asked) and, beside
// "findings", "groups" and "summary" of one decision, or "by_decision" and "differences" of
// several, and "small_groups". Permutations are written as quantiles; those of "avg" also one by
// one, because the page draws them.

#include "faultline/audit/result.hpp"
#include "faultline/report/json_node.hpp"

namespace faultline::report {

void add_counterfactual(const audit::CounterfactualReport& report, Json& root);

/// None when the root has no "counterfactual". Throws InputError that names the path of what is
/// damaged.
[[nodiscard]] std::optional<audit::CounterfactualReport> read_counterfactual(const Node& root);

}  // namespace faultline::report
