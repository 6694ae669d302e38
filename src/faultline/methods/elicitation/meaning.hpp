#pragma once
// What an elicited lambda would mean for people at hand: for every value of every attribute the
// error rate that the IJDI criterion allows it, rate(~S) + lambda max(0, p(S) - p(~S)), beside the
// rate that it has, at lambda and at the ends of its interval. It is arithmetic, not a test: a
// group beyond what is allowed may be there by chance, and intersections are not looked at.

#include "faultline/methods/ijdi/ijdi.hpp"
#include "faultline/methods/result.hpp"

namespace faultline::methods {

/// For a report with an estimate of lambda. Groups that hold everybody or nobody who is compared
/// are left out. Throws InputError as make_error_problem does.
[[nodiscard]] ElicitReport::Meaning meaning_of(const IjdiInput& input, Harm harm,
                                               const ElicitReport& report);

}  // namespace faultline::methods
