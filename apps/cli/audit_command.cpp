#include "cli/audit_command.hpp"

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "cli/checkpoint_options.hpp"
#include "cli/command.hpp"
#include "cli/options.hpp"
#include "cli/people_run.hpp"
#include "cli/search_options.hpp"
#include <fmt/format.h>

#include "faultline/base/error.hpp"
#include "faultline/base/text.hpp"

namespace faultline::cli {
namespace {

constexpr const char* kExamples =
    "\nExamples:\n"
    "  faultline audit people.csv --outcome y --score p --threshold 0.5 \\\n"
    "    --protected sex=Female --html report.html\n"
    "  faultline audit people.csv --outcome y --score p --decision flagged \\\n"
    "    --protected race --protected sex --attributes race,sex,age_group\n"
    "  faultline audit loans.csv --outcome repaid --score p --decision granted \\\n"
    "    --protected sex=Female --harm negative\n"
    "  faultline audit people.csv --outcome y --decision d --protected sex=Female \\\n"
    "    --metric fpr,fnr --covariates region,age,income --permute within\n";

/// What is typed as a word and held as something else.
struct Words {
  std::vector<std::string> metrics{};
  std::string direction{};
  std::string harm = "positive";
  std::string propensity = "logistic";
  std::string expectation = "logistic";
  std::string sigma = "1";
  std::string permute = "everyone";
  double ridge = 1.0;
  SearchWords search{};
};

void add_audit_options(Options& options, AuditOptions& audit, Words& words) {
  std::vector<std::string> names;
  for (const audit::Metric& metric : audit::all_metrics()) names.emplace_back(metric.name());
  options.heading("Criteria");
  options
      .add("--metric", words.metrics,
           fmt::format("Which criteria; without it the four of the case study in the paper, as "
                       "--harm says. {}; all is the first twelve",
                       join_words(names, names.size(), "or")),
           true)
      ->type_name("A,B");
  options.choice(
      "--direction", words.direction, {"higher", "lower", "both"},
      "Of the event in the class against its expectation; without it the one that harms");
  options.choice("--harm", words.harm, {"positive", "negative"},
                 "Whether a positive decision hurts (a risk score) or a refusal does (a loan)");

  options.heading("Models");
  options
      .add("--propensity", words.propensity,
           "Model of class membership: logistic, boosted, forest, or a column that holds it")
      ->type_name("MODEL|COL");
  options
      .add("--expectation", words.expectation,
           "Model of the event outside the class: logistic, boosted, forest, or a column")
      ->type_name("MODEL|COL");
  options.flag("--doubly-robust", audit.audit.doubly_robust,
               "Fit the expectation without weights, then correct its level with them");
  options.add("--ridge", words.ridge, "Penalty of logistic models; 0 is none");
  options.add("--sigma", words.sigma, "Spread of the log-odds in the Gaussian score, or estimate")
      ->type_name("X|estimate");
  options.add("--clip", audit.audit.clip,
              "Keep predictions in [X, 1 - X] where their log-odds are needed");

  options.heading("Search");
  add_search_options(options, audit.audit, words.search, "of each scan");

  options.heading("Significance");
  add_test_options(options, audit.audit, words.search,
                   "Permutations of membership, all models refitted");
  options.choice("--permute", words.permute, {"everyone", "within"},
                 "Exchange membership among everyone, or within the same covariates and condition");
  add_checkpoint_option(options, audit.checkpoint);

  add_output_options(options, audit.output);
  add_common_options(options, audit.audit, words.search);
}

/// The scans that are asked for; the default ones as far as the roles allow.
void choose_scans(const Words& words, AuditOptions& audit) {
  const audit::Harm harm = words.harm == "negative" ? audit::Harm::negative : audit::Harm::positive;
  const data::RoleOptions& roles = audit.data.roles;
  const bool predictions = !roles.score.empty() || !roles.risk_score.empty();
  const bool decisions = !roles.decision.empty() || !roles.threshold.empty();
  std::vector<std::string> names = words.metrics;
  const bool optional = names.empty() || names == std::vector<std::string>{"all"};
  if (names == std::vector<std::string>{"all"}) {
    names.clear();
    constexpr std::size_t kValueConditional = 12;
    for (const audit::Metric& metric : audit::all_metrics().first(kValueConditional)) {
      names.emplace_back(metric.name());
    }
  } else if (names.empty()) {
    for (const audit::CriterionScan& scan : audit::default_scans(harm)) {
      names.emplace_back(scan.metric->name());
    }
  }
  for (auto name_at = names.begin(); name_at != names.end(); ++name_at) {
    const std::string& name = *name_at;
    const audit::Metric& metric = audit::metric_named(name);
    if (std::find(names.begin(), name_at, name) != name_at)
      throw ConfigError(fmt::format("--metric names {} twice", name));
    if (optional &&
        ((metric.needs_decision() && !decisions) || (metric.needs_prediction() && !predictions))) {
      audit.left_out.push_back(name);
      continue;
    }
    if (metric.needs_decision() && !decisions) {
      throw ConfigError(fmt::format(
          "--metric {} needs decisions, and none are given: add --decision COL or --threshold T",
          name));
    }
    if (metric.needs_prediction() && !predictions) {
      throw ConfigError(
          fmt::format("--metric {} needs predictions, and none are given: add --score COL or "
                      "--risk-score COL",
                      name));
    }
    if (words.direction != "lower" && words.direction != "higher" && words.direction != "both") {
      audit.audit.scans.push_back({&metric, audit::harmful_direction(metric, harm)});
    }
    if (words.direction == "higher" || words.direction == "both") {
      audit.audit.scans.push_back({&metric, scan::Direction::higher});
    }
    if (words.direction == "lower" || words.direction == "both") {
      audit.audit.scans.push_back({&metric, scan::Direction::lower});
    }
  }
  if (audit.audit.scans.empty()) {
    throw ConfigError(
        "audit needs predictions or decisions: add --score COL, --risk-score COL or --decision "
        "COL");
  }
}

/// A model by name, or the column that holds what it would say.
void choose_learner(const std::string& option, const std::string& word,
                    model::LearnerOptions& learner, std::string& column, AuditOptions& audit) {
  for (const model::LearnerKind kind :
       {model::LearnerKind::logistic, model::LearnerKind::boosted, model::LearnerKind::forest}) {
    if (word == model::name_of(kind)) {
      learner.kind = kind;
      return;
    }
  }
  column = word;
  audit.data.roles.numbers.push_back(word);
  audit.data.roles.numbers_option =
      fmt::format("{} (logistic, boosted, forest, or a column of probabilities)", option);
}

void take_words(const Words& words, AuditOptions& audit) {
  audit::ConditionalOptions& options = audit.audit;
  if (audit.data.roles.outcome.empty())
    throw ConfigError("audit needs the outcome: add --outcome COL");
  if (audit.data.roles.protected_classes.empty()) {
    throw ConfigError(
        "audit needs a protected class: add --protected COL=VALUE, or --protected COL for each of "
        "its values in turn");
  }
  take_search_words(words.search, options);
  choose_scans(words, audit);
  choose_learner("--propensity", words.propensity, options.propensity, options.propensity_column,
                 audit);
  choose_learner("--expectation", words.expectation, options.expectation,
                 options.expectation_column, audit);
  for (model::LearnerOptions* learner : {&options.propensity, &options.expectation}) {
    learner->ridge = words.ridge;
    learner->seed = options.seed;
  }
  if (words.sigma == "estimate") {
    options.sigma.reset();
  } else {
    options.sigma = parse_double(words.sigma);
    if (!options.sigma)
      throw ConfigError(fmt::format("--sigma {}: must be a number or estimate", words.sigma));
  }
  if (words.permute == "within") options.permute = audit::Permute::within;
  check_gate(audit.output, options.replicates);
  audit::validate(options);
}

}  // namespace

int run_audit(std::vector<std::string> arguments) {
  AuditOptions audit;
  Words words;
  Options options(
      "Conditional Bias Scan: for every protected class and criterion, finds the subgroup of the "
      "class that fares worst against comparable people outside it.",
      "faultline audit");
  options.app().footer(kExamples);
  options.allow_config();
  add_data_options(options, audit.data);
  add_protected_options(options, audit.data);
  add_audit_options(options, audit, words);
  if (!options.parse_or_help(std::move(arguments))) return 0;
  take_words(words, audit);
  finish_data_options(audit.data, audit.audit.threads);
  check_writable(audit.output);

  PeopleRun run(audit.data, audit.output);
  const audit::Config config = options.echo();
  audit::Result result = analyse(run.people(), audit, fingerprint(config), run.hooks());
  return run.finish(result, audit::Command::audit, config);
}

}  // namespace faultline::cli
