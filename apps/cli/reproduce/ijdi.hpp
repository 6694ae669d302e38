#pragma once
// `faultline reproduce ijdi-...`: the experiments on IJDI-Scan and on mitigation.

#include <string>
#include <vector>

namespace faultline::cli {

int run_ijdi_thresholding(std::vector<std::string> arguments);
int run_ijdi_biased_predictions(std::vector<std::string> arguments);
int run_ijdi_level(std::vector<std::string> arguments);
int run_ijdi_mitigation(std::vector<std::string> arguments);
int run_ijdi_randomization(std::vector<std::string> arguments);
int run_mitigate_halves(std::vector<std::string> arguments);

}  // namespace faultline::cli
