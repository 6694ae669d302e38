#pragma once
// Turns every error into one line on standard error and an exit code: 0 done, 1 finding
// (--fail-on), 2 bad usage or input, 3 internal error, 130 stopped before there was anything to
// show.

#include <string>
#include <vector>

namespace faultline::cli {

inline constexpr int kUsage = 2;

/// Runs with the words of the command line, the program's own name left out.
int exit_code_of(int (*run)(std::vector<std::string> words), int argc, char** argv);

}  // namespace faultline::cli
