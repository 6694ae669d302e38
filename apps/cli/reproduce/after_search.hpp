#pragma once
// `faultline reproduce after-the-search`.

#include <string>
#include <vector>

namespace faultline::cli {

int run_after_search(std::vector<std::string> arguments);

}  // namespace faultline::cli
