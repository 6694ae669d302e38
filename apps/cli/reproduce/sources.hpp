#pragma once
// The studies on sources of differences (Chen, Johansson, Sontag 2018) as `faultline reproduce`
// runs them.

#include <string>
#include <vector>

namespace faultline::cli {

int run_sources_adult(std::vector<std::string> arguments);
int run_sources_advice(std::vector<std::string> arguments);
int run_sources_scenarios(std::vector<std::string> arguments);
int run_sources_synthetic(std::vector<std::string> arguments);
int run_sources_text(std::vector<std::string> arguments);

}  // namespace faultline::cli
