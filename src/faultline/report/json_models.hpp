#pragma once
// The models of a run <-> "diagnostics.models": what was fitted, how it converged, and the curves
// that show how far it can be believed.

#include <vector>

#include "faultline/audit/result.hpp"
#include "faultline/report/json_node.hpp"

namespace faultline::report {

[[nodiscard]] Json models_block(const std::vector<audit::ModelReport>& models);

/// Throws InputError that names the path of what is damaged.
[[nodiscard]] std::vector<audit::ModelReport> read_models(const Node& list);

}  // namespace faultline::report
