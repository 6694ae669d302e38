#pragma once
// `faultline reproduce elicit-coverage`.

#include <string>
#include <vector>

namespace faultline::cli {

int run_elicit_coverage(std::vector<std::string> arguments);

}  // namespace faultline::cli
