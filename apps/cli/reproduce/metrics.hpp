#pragma once
// `faultline reproduce metrics-level`: what intervals and tests of rates by group are worth.

#include <string>
#include <vector>

namespace faultline::cli {

int run_metrics_level(std::vector<std::string> arguments);

}  // namespace faultline::cli
