// `faultline run FILE`: runs a spec, or repeats the run that made a result.

#include <utility>

#include "cli/command.hpp"
#include "cli/commands/method_run.hpp"
#include "cli/commands/read_file.hpp"
#include "cli/options/options.hpp"
#include "cli/terminal/spelling.hpp"
#include <fmt/format.h>

#include "faultline/base/error.hpp"

namespace faultline::cli {
namespace {

constexpr const char* kExamples =
    "\nExamples:\n"
    "  faultline scan people.csv --outcome y --score p --print-spec > spec.json\n"
    "  faultline run spec.json --html report.html\n"
    "  faultline run result.json --json again.json\n";

run::AnySpec read(const std::string& path) {
  try {
    return run::read_spec(read_file(path));
  } catch (const OptionError& error) {
    throw ConfigError(fmt::format("'{}': {}", path, error.what()));
  } catch (const ConfigError& error) {
    throw ConfigError(fmt::format("'{}': {}", path, error.what()));
  } catch (const InputError& error) {
    throw InputError(fmt::format("'{}': {}", path, error.what()));
  }
}

}  // namespace

int run_run(std::vector<std::string> arguments) {
  std::string path;
  int threads = 0;
  MethodOutputs outputs;
  Options options(
      "Runs a spec (JSON: a command, its input and options), or repeats the run that made a "
      "result. "
      "A spec names what is read, never what is written.",
      "faultline run");
  options.footer(kExamples);
  options.add("spec", path, "The spec, or a result that --json wrote");
  options.add(description(&outputs.output), &outputs.output);
  options
      .add("--output", outputs.decisions,
           "mitigate: write score, threshold and decisions of every row, .csv or .parquet")
      ->type_name("FILE");
  options.add("--rules", outputs.rules, "mitigate: write the rules as JSON")->type_name("FILE");
  options
      .add("--checkpoint", outputs.checkpoint,
           "audit, ijdi: keep finished replicates in this file; a run that was stopped goes on "
           "from it")
      ->type_name("FILE");
  options.heading("Common");
  options.add("--threads", threads, "0 is all; the result does not depend on it");
  if (!options.parse_or_help(std::move(arguments))) return 0;
  if (path.empty())
    throw ConfigError("run needs a spec; name a JSON file, or print one with --print-spec");
  run::AnySpec spec = read(path);
  run::set_threads(spec, threads);
  return run_spec(std::move(spec), outputs);
}

}  // namespace faultline::cli
