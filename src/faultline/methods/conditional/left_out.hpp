#pragma once
// Who the members of a class are that have nobody to be compared with.

#include "faultline/methods/conditional/class_problem.hpp"
#include "faultline/methods/result.hpp"

namespace faultline::methods {

/// Whom a scan says nothing about: how many, and in what they differ most from the class. There
/// must be some.
[[nodiscard]] Notice left_out_notice(const ClassProblem& problem, const Membership& membership);

}  // namespace faultline::methods
