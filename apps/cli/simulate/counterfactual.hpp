#pragma once
// `faultline simulate counterfactual`.

#include <string>
#include <vector>

namespace faultline::cli {

int run_simulate_counterfactual(std::vector<std::string> arguments);

}  // namespace faultline::cli
