#pragma once
// Sources of differences between groups <-> the block "sources" (what was asked and what was left
// out) and, beside "findings", "groups", "costs", "levels" and the other lists; a part that was not
// run has an empty list. An end of an interval that is infinite is null.

#include "faultline/audit/result.hpp"
#include "faultline/report/json_node.hpp"

namespace faultline::report {

void add_sources(const audit::SourcesReport& report, Json& root);

/// None when the root has no "sources". Throws InputError that names the path of what is damaged.
[[nodiscard]] std::optional<audit::SourcesReport> read_sources(const Node& root);

}  // namespace faultline::report
