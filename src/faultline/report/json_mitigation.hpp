#pragma once
// A mitigation <-> the blocks "mitigation" (what was asked and how it ended), "rules" in their
// order, "before", "after" and "corrections", beside "findings".

#include "faultline/audit/result.hpp"
#include "faultline/report/json_node.hpp"

namespace faultline::report {

void add_mitigation(const audit::MitigationReport& report, Json& root);

/// None when the root has no "mitigation". Throws InputError that names the path of what is
/// damaged.
[[nodiscard]] std::optional<audit::MitigationReport> read_mitigation(const Node& root);

}  // namespace faultline::report
