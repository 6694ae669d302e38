#pragma once
// The commands of the program: a name, one line about it, and what it does with its arguments.

#include <span>
#include <string>
#include <vector>

namespace faultline::cli {

struct Command {
  const char* name;
  const char* summary;
  /// Returns the exit code; throws what main turns into one line.
  int (*run)(std::vector<std::string> arguments);
};

/// In the order of the overview; only commands that work.
[[nodiscard]] std::span<const Command> commands();

int run_scan(std::vector<std::string> arguments);
int run_audit(std::vector<std::string> arguments);
int run_ijdi(std::vector<std::string> arguments);
int run_elicit(std::vector<std::string> arguments);
int run_mitigate(std::vector<std::string> arguments);
int run_counterfactual(std::vector<std::string> arguments);
int run_sources(std::vector<std::string> arguments);
int run_metrics(std::vector<std::string> arguments);
int run_check(std::vector<std::string> arguments);
int run_compare(std::vector<std::string> arguments);
int run_simulate(std::vector<std::string> arguments);
/// Becomes faultline-reproduce, the program beside this one. Throws ConfigError when it is not
/// there.
int start_reproduce(std::vector<std::string> arguments);
int run_schema(std::vector<std::string> arguments);
int run_run(std::vector<std::string> arguments);
int run_report(std::vector<std::string> arguments);
int run_page(std::vector<std::string> arguments);
int run_demo(std::vector<std::string> arguments);

/// The one command of faultline-reproduce.
int run_reproduce(std::vector<std::string> arguments);

}  // namespace faultline::cli
