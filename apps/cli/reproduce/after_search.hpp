#pragma once
// `faultline reproduce after-the-search` and `scan-families`: what the verdicts of a scan are
// worth.

#include <string>
#include <vector>

namespace faultline::cli {

int run_after_search(std::vector<std::string> arguments);
int run_scan_families(std::vector<std::string> arguments);

}  // namespace faultline::cli
