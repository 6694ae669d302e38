#pragma once
// `faultline simulate notes`, `reviews` and `quadratic`: data for `faultline sources` in
// which it is known where groups' errors differ, and why.

#include <string>
#include <vector>

namespace faultline::cli {

int run_simulate_notes(std::vector<std::string> arguments);
int run_simulate_reviews(std::vector<std::string> arguments);
int run_simulate_regression(std::vector<std::string> arguments);

}  // namespace faultline::cli
