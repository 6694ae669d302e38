#pragma once
// The list of verdicts of a check, from its parts.

#include <vector>

#include "faultline/methods/result.hpp"

namespace faultline::run {

/// One line per test of the parts, whose p-values and verdicts are final. Evidence first; then what
/// searches found against what should be (comparable people, predictions), then errors of groups,
/// then other differences of groups, which may have good reasons. Of the same kind, evidence by the
/// number of people it makes a difference for, and the rest by p-value.
[[nodiscard]] std::vector<result::CheckReport::Line> check_lines(
    const std::vector<result::Part>& parts);

}  // namespace faultline::run
