#pragma once
// `faultline simulate sampling-bias`.

#include <string>
#include <vector>

namespace faultline::cli {

int run_simulate_sampling_bias(std::vector<std::string> arguments);

}  // namespace faultline::cli
