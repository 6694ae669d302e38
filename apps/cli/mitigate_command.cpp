#include "cli/mitigate_command.hpp"

#include <filesystem>
#include <utility>

#include "cli/command.hpp"
#include "cli/interrupt.hpp"
#include "cli/mitigate_file.hpp"
#include "cli/options.hpp"
#include "cli/people_run.hpp"
#include "cli/search_options.hpp"
#include <fmt/format.h>

#include "faultline/base/error.hpp"

namespace faultline::cli {
namespace {

constexpr const char* kExamples =
    "\nExamples:\n"
    "  faultline mitigate people.csv --outcome y --score p --threshold '>0.5' \\\n"
    "    --fit-probability logistic --error fpr --lambda 1 --output decided.csv --rules "
    "rules.json\n"
    "  faultline mitigate people.csv --outcome y --score p --threshold '>0.5' \\\n"
    "    --true-probability risk --method groups --thresholds 'race=Black:0.55;*:0.5'\n"
    "  faultline mitigate --apply rules.json new.csv --score p --output decided.csv\n";

/// What is typed as a word and held as something else.
struct Words {
  std::string error = "fpr";
  std::string method = "iterative";
  std::string quantile = "higher";
  SearchWords search{};
};

void add_mitigate_options(Options& options, MitigateOptions& mitigate, Words& words) {
  audit::MitigationOptions& mitigation = mitigate.mitigation;
  options.heading("Criterion");
  options.choice("--error", words.error, {"fpr", "tpr"},
                 "False positive rate or true positive rate");
  options.add("--lambda", mitigation.lambda,
              "Points of error rate that one point of base rate justifies");
  options.add("--clip", mitigation.scan.clip, "Keep expectations in [X, 1 - X]");

  options.heading("Mitigation");
  options.choice("--method", words.method, {"iterative", "groups", "randomize"},
                 "Correct what is found, take given thresholds, or draw thresholds at random");
  options
      .add("--thresholds", mitigate.thresholds,
           "Of groups: 'race=Black:0.55;*:0.5', * is everybody else; repeatable", false)
      ->type_name("GROUP:T");
  options.add("--max-corrections", mitigation.max_corrections, "Of iterative: most corrections");
  options.choice("--quantile", words.quantile, {"higher", "linear"},
                 "Of iterative: a score that keeps the promise, or an interpolated threshold");
  options.unechoed(
      options.add("--apply", mitigate.apply, "Apply this rules file to the input, nothing else")
          ->type_name("FILE"));

  options.heading("Search");
  add_search_options(options, mitigation.scan, words.search, "of each scan");

  options.heading("Significance");
  add_test_options(options, mitigation.scan, words.search,
                   "Redraws of decisions under the expectation, for every scan");

  add_output_options(options, mitigate.output);
  options.unechoed(options
                       .add("--output", mitigate.decisions,
                            "Write score, threshold and decisions of every row, .csv or .parquet")
                       ->type_name("FILE"));
  options.unechoed(
      options.add("--rules", mitigate.rules, "Write the rules as JSON")->type_name("FILE"));
  options.add("--id", mitigate.id, "Column that names the rows of --output, else their number")
      ->type_name("COL");
  add_common_options(options, mitigation.scan, words.search);
}

void check_roles(const MitigateOptions& mitigate) {
  const data::RoleOptions& roles = mitigate.data.roles;
  if (roles.outcome.empty()) throw ConfigError("mitigate needs the outcome: add --outcome COL");
  if (!roles.decision.empty()) {
    throw ConfigError(
        "mitigate makes decisions from the score, so --decision has no use here; give --score COL "
        "and --threshold T");
  }
  if (roles.threshold.empty() || (roles.score.empty() && roles.risk_score.empty())) {
    throw ConfigError(
        "mitigate needs the score and the threshold now in use: add --score COL (or --risk-score "
        "COL) and --threshold '>0.5'");
  }
  if (!mitigate.thresholds.empty() &&
      mitigate.mitigation.method != audit::MitigationMethod::groups) {
    throw ConfigError("--thresholds is for --method groups");
  }
  if (mitigate.thresholds.empty() &&
      mitigate.mitigation.method == audit::MitigationMethod::groups) {
    throw ConfigError("--method groups needs --thresholds, such as 'race=Black:0.55;*:0.5'");
  }
  const bool rows = !mitigate.decisions.empty() || !mitigate.rules.empty() ||
                    mitigate.mitigation.method == audit::MitigationMethod::randomize;
  if (rows && mitigate.data.input.path == "-") {
    throw ConfigError(
        "mitigate reads its input once more to decide row by row, which standard input does not "
        "allow; give a file");
  }
  if (mitigate.mitigation.method == audit::MitigationMethod::randomize && !roles.count.empty()) {
    throw ConfigError(
        "--method randomize draws one threshold per row, so --count, which makes a row several "
        "people, cannot be used with it");
  }
}

void take_words(const Words& words, MitigateOptions& mitigate) {
  using audit::MitigationMethod;
  audit::MitigationOptions& mitigation = mitigate.mitigation;
  take_search_words(words.search, mitigation.scan);
  if (words.method == "groups") mitigation.method = MitigationMethod::groups;
  if (words.method == "randomize") mitigation.method = MitigationMethod::randomize;
  if (words.error == "tpr") mitigation.error = audit::ErrorRate::tpr;
  if (words.quantile == "linear") mitigation.quantile = audit::Quantile::linear;
  if (!mitigate.apply.empty()) return;
  check_roles(mitigate);
  take_probability(mitigate.probability, "mitigate", mitigate.data);
  const data::Threshold threshold = data::parse_threshold(mitigate.data.roles.threshold);
  mitigation.base.comparator =
      threshold.strict ? audit::Comparator::above : audit::Comparator::at_least;
  mitigation.base.threshold = threshold.value;
  check_gate(mitigate.output, mitigation.scan.replicates);
  // The thresholds of groups are read when the attributes are known.
  audit::MitigationOptions checked = mitigation;
  checked.groups.push_back(checked.base);
  audit::validate(checked);
}

void check_files(const MitigateOptions& mitigate) {
  check_writable(mitigate.output);
  check_file("--rules", mitigate.rules);
  if (!mitigate.decisions.empty()) DecisionFile::check(mitigate.decisions);
  std::vector<std::pair<std::string, std::string>> named;
  for (const auto& [option, path] :
       {std::pair{"--json", mitigate.output.json}, std::pair{"--html", mitigate.output.html},
        std::pair{"--output", mitigate.decisions}, std::pair{"--rules", mitigate.rules}}) {
    if (path.empty()) continue;
    std::error_code differs;
    if (std::filesystem::equivalent(path, mitigate.data.input.path, differs)) {
      throw ConfigError(fmt::format("{} '{}' is the input itself", option, path));
    }
    for (const auto& [other, same] : named) {
      if (same == path)
        throw ConfigError(fmt::format("{} and {} both name '{}'", other, option, path));
    }
    named.emplace_back(option, path);
  }
}

}  // namespace

int run_mitigate(std::vector<std::string> arguments) {
  MitigateOptions mitigate;
  Words words;
  Options options(
      "Mitigation: new thresholds on the score against disparities that base rates do not "
      "justify.",
      "faultline mitigate");
  options.app().footer(kExamples);
  options.allow_config();
  add_data_options(options, mitigate.data);
  add_probability_options(options, mitigate.data, mitigate.probability);
  add_mitigate_options(options, mitigate, words);
  if (!options.parse_or_help(std::move(arguments))) return 0;
  take_words(words, mitigate);
  finish_data_options(mitigate.data, mitigate.mitigation.scan.threads);
  check_files(mitigate);

  if (!mitigate.apply.empty()) {
    const InterruptWatcher interrupt;
    apply_rules(mitigate, interrupt.token());
    return 0;
  }
  PeopleRun run(mitigate.data, mitigate.output);
  Mitigated done = analyse(run.people(), mitigate, run.hooks());
  if (!mitigate.rules.empty() && !done.result.partial) {
    write_file(mitigate.rules, to_json(done.rules));
  }
  return run.finish(done.result, audit::Command::mitigate, options.echo());
}

}  // namespace faultline::cli
