// `faultline run FILE`: runs a spec, or repeats the run that made a result.

#include <utility>

#include "cli/command.hpp"
#include "cli/commands/method_run.hpp"
#include "cli/options/options.hpp"
#include "cli/terminal/spelling.hpp"
#include <fmt/format.h>

#include "faultline/base/error.hpp"
#include "faultline/base/read_file.hpp"

namespace faultline::cli {
namespace {

constexpr const char* kExamples =
    "\nExamples:\n"
    "  faultline scan people.csv --outcome y --score p --print-spec > spec.json\n"
    "  faultline run spec.json --html report.html\n"
    "  faultline run result.json --json again.json\n";

run::AnySpec read(const std::string& path) {
  const std::string text = read_file(path);
  try {
    return run::read_spec(text);
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
  options.add("spec", path, "Read the spec, or a result that --json wrote, from this file");
  options.add(description(&outputs.output), &outputs.output);
  options
      .add("--output", outputs.decisions,
           "With mitigate, write score, threshold and decisions of every row to this file, .csv or "
           ".parquet")
      ->type_name("FILE");
  options.add("--rules", outputs.rules, "With mitigate, write the rules to this file as JSON")
      ->type_name("FILE");
  options
      .add("--checkpoint", outputs.checkpoint,
           "With audit or ijdi, keep finished replicates in this file, and continue from it when "
           "the run was stopped")
      ->type_name("FILE");
  options.heading("Common");
  options.add_threads(threads);
  if (!options.parse_or_help(std::move(arguments))) return 0;
  if (path.empty())
    throw ConfigError("run needs a spec; name a JSON file, or print one with --print-spec");
  run::AnySpec spec = read(path);
  run::set_threads(spec, threads);
  return run_spec(std::move(spec), outputs);
}

}  // namespace faultline::cli
