#pragma once
// `faultline reproduce cbs-simulation`.

#include <string>
#include <vector>

namespace faultline::cli {

int run_cbs_simulation(std::vector<std::string> arguments);

}  // namespace faultline::cli
