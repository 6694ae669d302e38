#pragma once
// Learning curves per group: a test part drawn per repetition, nested training sets of growing size
// from the rest, costs of every group in the test part, and an inverse power law through their
// means. Intervals resample repetitions. `targeted` grows one group alone, the others staying as
// they are.

#include "faultline/methods/hooks.hpp"
#include "faultline/methods/result.hpp"
#include "faultline/methods/sources/deadline.hpp"
#include "faultline/methods/sources/input.hpp"

namespace faultline::methods {

/// Adds learning curves, gap curves, the model's fits and what was cut to the report; false when
/// stopped before a repetition was done. Repetitions that were finished count; the rest is cut.
bool add_learning_curves(const SourcesInput& input, const SourcesOptions& options,
                         const Deadline& deadline, const Hooks& hooks, SourcesReport& report);

}  // namespace faultline::methods
