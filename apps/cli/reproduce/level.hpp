#pragma once
// `faultline reproduce cbs-level`, `cbs-coverage` and `cbs-planted`: what the verdicts of an audit
// are worth.

#include <string>
#include <vector>

namespace faultline::cli {

int run_cbs_level(std::vector<std::string> arguments);
int run_cbs_coverage(std::vector<std::string> arguments);
int run_cbs_planted(std::vector<std::string> arguments);

}  // namespace faultline::cli
