#include "cli/ijdi_command.hpp"

#include <string>
#include <utility>
#include <vector>

#include "cli/checkpoint_options.hpp"
#include "cli/command.hpp"
#include "cli/options.hpp"
#include "cli/people_run.hpp"
#include "cli/search_options.hpp"
#include <fmt/format.h>

#include "faultline/audit/ijdi/costs.hpp"
#include "faultline/audit/ijdi/lambda_list.hpp"
#include "faultline/base/error.hpp"

namespace faultline::cli {
namespace {

constexpr const char* kExamples =
    "\nExamples:\n"
    "  faultline ijdi people.csv --outcome y --score p --threshold 0.5 \\\n"
    "    --fit-probability logistic --lambda 0,0.3,1,3 --html report.html\n"
    "  faultline ijdi people.csv --outcome y --decision flagged \\\n"
    "    --true-probability risk --error fpr --lambda 0:3:0.5\n"
    "  faultline ijdi people.csv --outcome y --decision flagged \\\n"
    "    --fit-probability boosted --covariates age,region,income --costs 1,2,4,4\n";

/// What is typed as a word and held as something else.
struct Words {
  std::string error = "both";
  std::vector<std::string> lambdas{};
  std::string costs{};
  SearchWords search{};
};

void add_ijdi_options(Options& options, IjdiCommandOptions& ijdi, Words& words) {
  options.heading("Criterion");
  options.choice("--error", words.error, {"fpr", "tpr", "both"},
                 "False positive rate, true positive rate, or both");
  options
      .add("--lambda", words.lambdas,
           "Points of error rate that one point of base rate justifies: a value, a list as "
           "0,0.3,1 or a range as 0:3:0.5; without it 0, equal error rates",
           true)
      ->type_name("X,Y");
  options
      .add("--costs", words.costs,
           "Lambda from the costs of a false positive, a false negative, and a disparity of the "
           "rates per person")
      ->type_name("FP,FN,FPR[,TPR]");
  options.add("--clip", ijdi.ijdi.clip, "Keep expectations in [X, 1 - X]");

  options.heading("Search");
  add_search_options(options, ijdi.ijdi, words.search, "of each scan");

  options.heading("Significance");
  add_test_options(options, ijdi.ijdi, words.search,
                   "Redraws of decisions under the expectation, all of the algorithm repeated");
  add_checkpoint_option(options, ijdi.checkpoint);

  add_output_options(options, ijdi.output);
  add_common_options(options, ijdi.ijdi, words.search);
}

void take_lambdas(const Words& words, audit::IjdiOptions& options) {
  if (words.costs.empty()) {
    if (!words.lambdas.empty()) options.lambdas = audit::parse_lambdas(words.lambdas);
    return;
  }
  if (!words.lambdas.empty()) {
    throw ConfigError("--lambda and --costs both say what lambda is; give one of them");
  }
  const audit::Costs costs = audit::parse_costs(words.costs);
  options.lambdas = {audit::lambda_n(costs)};
  if (words.error == "fpr") return;
  const std::optional<double> lambda_p = audit::lambda_p(costs);
  if (!lambda_p) {
    throw ConfigError(fmt::format(
        "--costs {}: true positive rates need the cost of their disparity, a fourth number; or "
        "use --error fpr",
        words.costs));
  }
  options.lambdas_tpr = {*lambda_p};
}

void take_words(const Words& words, IjdiCommandOptions& ijdi) {
  const data::RoleOptions& roles = ijdi.data.roles;
  if (roles.outcome.empty()) throw ConfigError("ijdi needs the outcome: add --outcome COL");
  if (roles.decision.empty() && roles.threshold.empty()) {
    throw ConfigError(
        "ijdi needs decisions: add --decision COL, or --score COL with --threshold T");
  }
  take_probability(ijdi.probability, "ijdi", ijdi.data);
  take_search_words(words.search, ijdi.ijdi);
  if (words.error == "fpr") ijdi.ijdi.errors = {audit::ErrorRate::fpr};
  if (words.error == "tpr") ijdi.ijdi.errors = {audit::ErrorRate::tpr};
  take_lambdas(words, ijdi.ijdi);
  check_gate(ijdi.output, ijdi.ijdi.replicates);
  audit::validate(ijdi.ijdi);
}

}  // namespace

int run_ijdi(std::vector<std::string> arguments) {
  IjdiCommandOptions ijdi;
  Words words;
  Options options(
      "IJDI-Scan: finds the subgroup whose error rate exceeds what its base rate justifies.",
      "faultline ijdi");
  options.app().footer(kExamples);
  options.allow_config();
  add_data_options(options, ijdi.data);
  add_probability_options(options, ijdi.data, ijdi.probability);
  add_ijdi_options(options, ijdi, words);
  if (!options.parse_or_help(std::move(arguments))) return 0;
  take_words(words, ijdi);
  finish_data_options(ijdi.data, ijdi.ijdi.threads);
  check_writable(ijdi.output);

  PeopleRun run(ijdi.data, ijdi.output);
  const audit::Config config = options.echo();
  // A replicate depends on its own error rate and lambda alone, so others may join later.
  audit::Result result =
      analyse(run.people(), ijdi, fingerprint(config, {"error", "lambda", "costs"}), run.hooks());
  return run.finish(result, audit::Command::ijdi, config);
}

}  // namespace faultline::cli
