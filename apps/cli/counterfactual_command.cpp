#include "cli/counterfactual_command.hpp"

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "cli/command.hpp"
#include "cli/counterfactual_gate.hpp"
#include "cli/options.hpp"
#include "cli/people_run.hpp"
#include <fmt/format.h>

#include "faultline/base/error.hpp"

namespace faultline::cli {
namespace {

constexpr const char* kExamples =
    "\nExamples:\n"
    "  faultline counterfactual patients.csv --outcome died --decision alarm \\\n"
    "    --treatment surgery --protected sex,race --covariates age,ward,pressure \\\n"
    "    --html report.html\n"
    "  faultline counterfactual patients.csv --outcome died --score old,new \\\n"
    "    --threshold 0.5 --treatment drug=yes --protected sex --covariates age\n"
    "  faultline counterfactual patients.csv --outcome died --decision alarm \\\n"
    "    --treatment surgery --protected sex,race --covariates age,ward \\\n"
    "    --propensity ensemble --estimator doubly-robust\n";

/// What is typed as a word and held as something else.
struct Words {
  std::string treatment{};
  std::vector<std::string> decisions{};
  std::vector<std::string> scores{};
  std::string threshold{};
  std::string propensity = "logistic";
  std::string estimator = "weighting";
  std::string refit{};
  std::string ties = "strict";
  std::string m = "exponent:0.75";
  std::string resample = "replacement";
  std::int64_t seed = 1;
};

void add_roles(Options& options, CounterfactualCommandOptions& run, Words& words) {
  data::RoleOptions& roles = run.data.roles;
  options.heading("Roles");
  options.add("--outcome", roles.outcome, "What happened, two values")->type_name("COL[=POSITIVE]");
  options
      .add("--treatment", words.treatment,
           "Who was treated, two values; rates are those had nobody been")
      ->type_name("COL[=VALUE]");
  options
      .add("--decision", words.decisions,
           "What was recommended, two values; several are compared; repeatable", true)
      ->type_name("S1,S2");
  options
      .add("--score", words.scores,
           "Predicted probability, 0 to 1, that --threshold makes a decision of; several are "
           "compared; repeatable",
           true)
      ->type_name("P1,P2");
  options
      .add("--threshold", words.threshold,
           "0.5: decision where the score is at least this; '>0.5': above")
      ->type_name("T");
  options
      .add("--protected", run.protected_attributes,
           "Columns whose values form the groups, all intersections; repeatable", true)
      ->type_name("A1,A2");
  options
      .add("--covariates", roles.covariates,
           "What treatment and outcome depend on besides, categories or numbers", true)
      ->type_name("A,B,C");
  options
      .add("--external", run.external.path,
           "Other people of whom only groups and some covariates are known, for rates of small "
           "groups; read as it is, without --derive, --where and --bins")
      ->type_name("FILE");
  options
      .add("--external-covariates", run.external.covariates,
           "Covariates to use there; without it, those that both files have", true)
      ->type_name("A,B");
  options.add("--count", roles.count, "Number of people each row stands for")->type_name("COL");
}

void add_counterfactual_options(Options& options, CounterfactualCommandOptions& run, Words& words) {
  audit::CounterfactualOptions& method = run.counterfactual;
  add_roles(options, run, words);

  options.heading("Estimation");
  options.choice("--estimator", words.estimator, {"weighting", "regression", "doubly-robust"},
                 "What tests and intervals rest on; the others are shown beside it");
  options
      .add("--propensity", words.propensity,
           "Model of treatment: logistic, ensemble (of logistic regression, forest and boosted "
           "trees), or a column of probabilities")
      ->type_name("MODEL|COL");
  options.choice("--refit", words.refit, {"yes", "no"},
                 "Fit models again in every permutation and resample; without it, yes unless the "
                 "propensity is an ensemble or a column");
  options.add("--clip", method.clip, "Keep propensities in [X, 1 - X]");
  options.add("--trim", method.trim,
              "Leave out the untreated with a propensity above 1 - X; 0 leaves out nobody");

  options.heading("Uncertainty");
  options.add("--replicates,--permutations", method.replicates,
              "Permutations of the protected attributes, all together; 0: no u-values");
  options.add("--margin", method.margin,
              "u-value: the share of permutations below the estimate minus this");
  options.choice("--ties", words.ties, {"strict", "half", "inclusive"},
                 "u-value: whether permutations that equal the estimate count not, half or fully");
  options.add("--bootstrap", method.bootstrap, "Resamples; 0: no intervals");
  options.add("--m", words.m, "People in a resample: n to this power, or this share of n")
      ->type_name("exponent:X|fraction:X");
  options.choice("--resample", words.resample, {"replacement", "stratified"},
                 "Draw with replacement, or without it within group, outcome and decision (whose "
                 "standard errors are too small)");
  options.add("--alpha", method.alpha, "Intervals hold 1 - X; level of --fail-on");

  add_output_options(
      options, run.output,
      "Exit code 1 when the adaptive interval of the average difference between groups in cFPR or "
      "cFNR leaves out 0");
  options.heading("Common");
  options.add("--seed", words.seed, "Of all random numbers");
  options.unechoed(
      options.add("--threads", method.threads, "0 is all; the result does not depend on it"));
}

bool among(const std::vector<std::string>& names, const std::string& name) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

/// Treatment and decisions become flags, the protected attributes all there is to tell apart.
void take_roles(const Words& words, CounterfactualCommandOptions& run) {
  data::RoleOptions& roles = run.data.roles;
  if (roles.outcome.empty())
    throw ConfigError("counterfactual needs the outcome: add --outcome COL");
  if (words.treatment.empty()) {
    throw ConfigError("counterfactual needs to know who was treated: add --treatment COL[=VALUE]");
  }
  if (words.decisions.empty() && words.scores.empty()) {
    throw ConfigError(
        "counterfactual needs decisions: add --decision COL, or --score COL with --threshold 0.5");
  }
  if (!words.scores.empty() && words.threshold.empty()) {
    throw ConfigError(
        "--score needs a cutoff that makes decisions of it: add --threshold, 0.5 in the paper");
  }
  if (words.scores.empty() && !words.threshold.empty()) {
    throw ConfigError("--threshold cuts a score, and there is none: add --score COL");
  }
  if (run.protected_attributes.empty()) {
    throw ConfigError("counterfactual needs the groups to compare: add --protected A1,A2");
  }
  for (const std::string& name : run.protected_attributes) {
    if (const auto equals = name.find('='); equals != std::string::npos) {
      throw ConfigError(fmt::format(
          "--protected '{}': all values of a column are compared here, so give the column alone, "
          "--protected {}",
          name, name.substr(0, equals)));
    }
    if (among(roles.covariates, name)) {
      throw ConfigError(fmt::format(
          "column '{}' is --protected and cannot be one of --covariates too: the models have the "
          "protected attributes by themselves",
          name));
    }
  }
  roles.attributes = run.protected_attributes;
  roles.attributes_option = "--protected";
  roles.protected_classes = run.protected_attributes;  // so that nobody's is missing
  roles.flags.push_back({.option = "--treatment", .column = words.treatment});
  for (const std::string& column : words.decisions)
    roles.flags.push_back({.option = "--decision", .column = column});
  for (const std::string& column : words.scores)
    roles.flags.push_back({.option = "--score", .column = column, .threshold = words.threshold});
}

void check_external(const CounterfactualCommandOptions& run) {
  const std::vector<std::string>& covariates = run.data.roles.covariates;
  if (run.external.path.empty()) {
    if (run.external.covariates.empty()) return;
    throw ConfigError("--external-covariates are those of another file: add --external FILE");
  }
  if (run.external.path == "-")
    throw ConfigError("--external -: name a file; standard input cannot be read twice");
  if (covariates.empty()) {
    throw ConfigError(
        "--external tells groups apart by covariates that both files have: add --covariates A,B");
  }
  for (const std::string& name : run.external.covariates) {
    if (among(covariates, name)) continue;
    throw ConfigError(
        fmt::format("--external-covariates {}: must be one of --covariates too", name));
  }
}

void take_words(const Words& words, CounterfactualCommandOptions& run) {
  take_roles(words, run);
  check_external(run);
  audit::CounterfactualOptions& method = run.counterfactual;
  using audit::PropensityKind;
  using audit::RateEstimator;
  if (words.estimator == "regression") method.estimator = RateEstimator::regression;
  if (words.estimator == "doubly-robust") method.estimator = RateEstimator::doubly_robust;
  if (words.propensity == "ensemble") {
    method.propensity = PropensityKind::ensemble;
  } else if (words.propensity != "logistic") {
    method.propensity = PropensityKind::column;
    run.propensity_column = words.propensity;
    run.data.roles.numbers.push_back(words.propensity);
    run.data.roles.numbers_option =
        "--propensity (logistic, ensemble, or a column of probabilities)";
  }
  if (!words.refit.empty()) method.refit = words.refit == "yes";
  if (words.ties == "half") method.ties = audit::UTies::half;
  if (words.ties == "inclusive") method.ties = audit::UTies::inclusive;
  method.size = audit::parse_resample_size(words.m);
  if (words.resample == "stratified") method.resample = audit::ResampleScheme::stratified;
  method.seed = checked_seed(words.seed);
  audit::validate(method);
  check_counterfactual_gate(run.output, method.bootstrap);
}

}  // namespace

int run_counterfactual(std::vector<std::string> arguments) {
  CounterfactualCommandOptions counterfactual;
  Words words;
  Options options(
      "Error rates had nobody been treated, for every intersection of the protected attributes: "
      "cFPR, the share of wrong alarms among those who would have been well, and cFNR, the share "
      "of missed ones among those who would not. Assumes that, given groups, covariates and "
      "decision, treatment is as good as random, and that everybody could have gone untreated.",
      "faultline counterfactual");
  options.app().footer(kExamples);
  options.allow_config();
  add_input_options(options, counterfactual.data);
  add_counterfactual_options(options, counterfactual, words);
  if (!options.parse_or_help(std::move(arguments))) return 0;
  take_words(words, counterfactual);
  finish_data_options(counterfactual.data, counterfactual.counterfactual.threads);
  check_writable(counterfactual.output);

  PeopleRun run(counterfactual.data, counterfactual.output);
  audit::Result result = analyse(run.people(), counterfactual, run.hooks());
  return run.finish(result, audit::Command::counterfactual, options.echo());
}

}  // namespace faultline::cli
