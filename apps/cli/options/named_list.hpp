#pragma once
// Commands that are a list of named things to run: `reproduce STUDY`, `simulate GENERATOR`.

#include <span>
#include <string>
#include <vector>

namespace faultline::cli {

struct NamedTask {
  const char* name;
  const char* summary;
  int (*run)(std::vector<std::string> arguments);
};

/// Runs the one that the first argument names; without one, or with --help, prints the list.
/// `command` is "reproduce", `kind` "study". Throws ConfigError with the nearest name when there is
/// no such one.
int run_named(const char* command, const char* kind, std::span<const NamedTask> list,
              std::vector<std::string> arguments);

}  // namespace faultline::cli
