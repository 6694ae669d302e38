#pragma once
// `faultline simulate cbs`.

#include <string>
#include <vector>

namespace faultline::cli {

int run_simulate_cbs(std::vector<std::string> arguments);

}  // namespace faultline::cli
