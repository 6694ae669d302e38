#pragma once
// A spec run from the command line: progress, Ctrl-C, outputs, exit code. The same for a method's
// own command and for `faultline run`.

#include <string>

#include "cli/terminal/output.hpp"

#include "faultline/run/any_spec.hpp"

namespace faultline::cli {

/// Where what a run gives goes, and what else belongs to this machine.
struct MethodOutputs {
  OutputOptions output{};
  std::string checkpoint{};
  std::string decisions{};  // --output
  std::string rules{};      // --rules
};
/// Only options that the command has.
[[nodiscard]] bool has_checkpoint(run::Command command);
[[nodiscard]] bool has_decisions(run::Command command);

/// Prints the spec or runs it. Returns the exit code: with fail_on, 1 when the gate tripped and 130
/// when the run was stopped before it could; else 0.
int run_spec(run::AnySpec spec, const MethodOutputs& outputs);

}  // namespace faultline::cli
