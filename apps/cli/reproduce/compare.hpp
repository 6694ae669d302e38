#pragma once
// `faultline reproduce compare-level` and `compare-periods`: what the verdicts of a comparison are
// worth.

#include <string>
#include <vector>

namespace faultline::cli {

int run_compare_level(std::vector<std::string> arguments);
int run_compare_periods(std::vector<std::string> arguments);

}  // namespace faultline::cli
