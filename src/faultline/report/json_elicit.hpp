#pragma once
// Elicited preferences <-> "answers", "ratio", "lambda_n", "lambda_p" and "elicitation".

#include <optional>

#include "faultline/audit/result.hpp"
#include "faultline/report/json_node.hpp"

namespace faultline::report {

/// Adds its keys to the document.
void add_elicit(const audit::ElicitReport& report, Json& root);

/// None when the document has no "elicitation". Throws InputError that names the path of what is
/// damaged.
[[nodiscard]] std::optional<audit::ElicitReport> read_elicit(const Node& root);

}  // namespace faultline::report
