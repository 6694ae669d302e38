#pragma once
// `faultline reproduce cbs-table5` and `cbs-table6`.

#include <string>
#include <vector>

namespace faultline::cli {

int run_cbs_table5(std::vector<std::string> arguments);
int run_cbs_table6(std::vector<std::string> arguments);

}  // namespace faultline::cli
