#pragma once
// What a finding of IJDI-Scan has beside the others <-> the keys "lambda", "error", "adjustments",
// "base_rate", "base_rate_outside" and "allowed" of a finding.

#include "faultline/audit/result.hpp"
#include "faultline/report/json_node.hpp"

namespace faultline::report {

/// Adds the keys; nothing when the finding has no lambda.
void add_ijdi(const audit::Finding& finding, Json& block);

/// Reads them where there is a lambda. Throws InputError that names the path of what is damaged.
void read_ijdi(const Node& node, audit::Finding& finding);

}  // namespace faultline::report
