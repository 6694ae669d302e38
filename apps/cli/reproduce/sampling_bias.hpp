#pragma once
// `faultline reproduce sampling-bias`.

#include <string>
#include <vector>

namespace faultline::cli {

int run_sampling_bias_study(std::vector<std::string> arguments);

}  // namespace faultline::cli
