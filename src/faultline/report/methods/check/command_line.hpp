#pragma once
// The command that goes deeper than a part of a check, ready to be copied into a terminal.

#include <string>
#include <vector>

#include "faultline/result/result.hpp"

namespace faultline::report {

/// Lines of at most 76 columns where the values allow it, all but the last with a backslash at the
/// end. Values are quoted for a POSIX shell; what the run chose by itself is left to be chosen
/// again.
[[nodiscard]] std::vector<std::string> deeper_command(const result::Result& check,
                                                      const result::Part& part);

}  // namespace faultline::report
