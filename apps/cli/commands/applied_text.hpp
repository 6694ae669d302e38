#pragma once
// What a rules file decided about new people, on the terminal.

#include "faultline/run/apply.hpp"

namespace faultline::cli {

void print_applied(const run::AppliedRules& applied);

}  // namespace faultline::cli
