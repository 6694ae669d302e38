#pragma once
// `faultline reproduce cbs-level`.

#include <string>
#include <vector>

namespace faultline::cli {

int run_cbs_level(std::vector<std::string> arguments);

}  // namespace faultline::cli
