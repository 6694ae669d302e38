#include "cli/scan_command.hpp"

#include <string>
#include <utility>
#include <vector>

#include "cli/command.hpp"
#include "cli/options.hpp"
#include "cli/people_run.hpp"
#include "cli/search_options.hpp"
#include <fmt/format.h>

#include "faultline/base/error.hpp"

namespace faultline::cli {
namespace {

constexpr const char* kExamples =
    "\nExamples:\n"
    "  faultline scan people.csv --outcome y --score p --html report.html\n"
    "  faultline scan people.parquet --outcome 'income=>50K' --score p \\\n"
    "    --attributes sex,race,region\n"
    "  faultline scan people.csv --outcome y --risk-score decile \\\n"
    "    --bins age=25,45 --where 'year >= 2020'\n"
    "  cat profiles.csv | faultline scan - --outcome y --score p --count n\n";

/// What is typed as a word and held as something else.
struct Words {
  std::string direction = "both";
  SearchWords search{};
};

void add_scan_options(Options& options, ScanOptions& scan, Words& words) {
  options.heading("Search");
  options.choice("--direction", words.direction, {"higher", "lower", "both"},
                 "Look for outcomes more (higher) or less (lower) frequent than predicted");
  add_search_options(options, scan.scan, words.search, "in each direction");
  options.add("--clip", scan.clip, "Move predictions into [X, 1 - X]");

  options.heading("Significance");
  add_test_options(options, scan.scan, words.search, "Redraws under the predictions");
  options.flag("--power", scan.power,
               "Also report the critical value and the bias that would be detected");
  options
      .add("--subgroup", scan.subgroup,
           "The subgroup that --power speaks of, such as 'race=A|B;sex=Female'")
      ->type_name("SETS");

  add_output_options(options, scan.output);
  add_common_options(options, scan.scan, words.search);
}

void take_words(const Words& words, ScanOptions& scan) {
  using scan::Direction;
  if (words.direction == "higher") scan.scan.directions = {Direction::higher};
  if (words.direction == "lower") scan.scan.directions = {Direction::lower};
  take_search_words(words.search, scan.scan);
  if (!scan.subgroup.empty() && !scan.power)
    throw ConfigError("--subgroup names the subgroup for --power; add --power");
  if (scan.clip && !(*scan.clip > 0 && *scan.clip < 0.5)) {
    throw ConfigError(fmt::format("--clip {} is not between 0 and 0.5", *scan.clip));
  }
  if (scan.data.roles.outcome.empty())
    throw ConfigError("scan needs the outcome: add --outcome COL");
  if (scan.data.roles.score.empty() && scan.data.roles.risk_score.empty()) {
    throw ConfigError(
        "scan needs a prediction: add --score COL (a probability) or --risk-score COL (an ordinal "
        "score)");
  }
  check_gate(scan.output, scan.scan.replicates);
  audit::validate(scan.scan);
}

}  // namespace

int run_scan(std::vector<std::string> arguments) {
  ScanOptions scan;
  Words words;
  Options options(
      "Bias Scan: finds the subgroup whose outcomes depart most from their predicted "
      "probabilities.",
      "faultline scan");
  options.app().footer(kExamples);
  options.allow_config();
  add_data_options(options, scan.data);
  add_scan_options(options, scan, words);
  if (!options.parse_or_help(std::move(arguments))) return 0;
  take_words(words, scan);
  finish_data_options(scan.data, scan.scan.threads);
  check_writable(scan.output);

  PeopleRun run(scan.data, scan.output);
  audit::Result result = analyse(run.people(), scan, run.hooks());
  return run.finish(result, audit::Command::scan, options.echo());
}

}  // namespace faultline::cli
