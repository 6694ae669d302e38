#pragma once
// What elicited answers mean, in sentences: the price of a disparity, lambda and how to use it, and
// what speaks against relying on it.

#include <string>
#include <vector>

#include "faultline/methods/result.hpp"

namespace faultline::methods {

/// For a report that is complete but for its explanation.
[[nodiscard]] std::vector<std::string> explain(const ElicitReport& report);

/// Dominated answers, answers at either end of the scale, a cost ratio that nobody gave.
[[nodiscard]] Notices elicit_warnings(const ElicitReport& report, bool cost_ratio_given);

}  // namespace faultline::methods
