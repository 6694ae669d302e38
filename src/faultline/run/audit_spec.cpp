#include <algorithm>

#include <fmt/format.h>

#include "faultline/base/error.hpp"
#include "faultline/base/options.hpp"
#include "faultline/base/text.hpp"
#include "faultline/run/audit.hpp"
#include "faultline/run/gate.hpp"

namespace faultline::run {
namespace {

/// The metrics that "all" stands for: those that keep one value of their condition.
constexpr std::size_t kValueConditional = 12;

const std::string& metric_help() {
  static const std::string help = [] {
    std::vector<std::string> names;
    for (const methods::Metric& metric : methods::all_metrics()) names.emplace_back(metric.name());
    return fmt::format(
        "Which criteria; without it the four of the case study in the paper, as `harm` says. {}; "
        "all is the first {}",
        join_words(names, names.size(), "or"), kValueConditional);
  }();
  return help;
}

void add_scans(const AuditSpec& spec, const methods::Metric& metric,
               std::vector<methods::CriterionScan>& scans) {
  if (!spec.direction) scans.push_back({&metric, methods::harmful_direction(metric, spec.harm)});
  if (spec.direction == Directions::higher || spec.direction == Directions::both)
    scans.push_back({&metric, search::Direction::higher});
  if (spec.direction == Directions::lower || spec.direction == Directions::both)
    scans.push_back({&metric, search::Direction::lower});
}

}  // namespace

const describe::Object& description(const AuditSpec*) {
  using describe::member;
  static const describe::Object object{
      "Conditional Bias Scan: for every protected class and criterion, finds the subgroup of the "
      "class that fares worst against comparable people outside it.",
      {describe::base<AuditSpec, Spec>(), member<&AuditSpec::input>("", "").inlined(),
       member<&AuditSpec::roles>("", "").inlined(),
       member<&AuditSpec::protected_classes>(
           "protected",
           "Class to compare with everybody else; COL alone is each of its values in turn; "
           "repeatable")
           .under("Roles")
           .named("COL[=VALUE]"),
       member<&AuditSpec::covariates>("covariates",
                                      "Columns that the models know, categories or numbers; "
                                      "without it, the scanned attributes")
           .named("A,B,C")
           .split(),
       member<&AuditSpec::metrics>("metric", metric_help()).under("Criteria").named("A,B").split(),
       member<&AuditSpec::direction>(
           "direction",
           "Of the event in the class against its expectation; without it the one that harms"),
       member<&AuditSpec::harm>(
           "harm", "Whether a positive decision hurts (a risk score) or a refusal does (a loan)"),
       member<&AuditSpec::propensity>(
           "propensity",
           "Model of class membership: logistic, boosted, forest, or a column that holds it")
           .under("Models")
           .named("MODEL|COL"),
       member<&AuditSpec::expectation>(
           "expectation",
           "Model of the event outside the class: logistic, boosted, forest, or a column")
           .named("MODEL|COL"),
       member<&AuditSpec::doubly_robust>(
           "doubly_robust",
           "Fit the expectation without weights, then correct its level with them"),
       member<&AuditSpec::ridge>("ridge", "Penalty of logistic models; 0 is none").from(0),
       member<&AuditSpec::sigma>("sigma",
                                 "Spread of the log-odds in the Gaussian score, or estimate")
           .named("X|estimate"),
       member<&AuditSpec::clip>("clip",
                                "Keep predictions in [X, 1 - X] where their log-odds are needed")
           .above(0)
           .below(0.5),
       member<&AuditSpec::search>("", "").inlined(),
       member<&AuditSpec::permute>(
           "permute",
           "Exchange membership among everyone, or within the same covariates and condition")
           .under("Significance"),
       member<&Spec::fail_on, AuditSpec>("fail_on", "Exit code 1 when a finding is significant")
           .under("Output")}};
  return object;
}

AuditScans choose_scans(const AuditSpec& spec) {
  AuditScans chosen;
  std::vector<std::string> names = spec.metrics;
  const bool all = names == std::vector<std::string>{"all"};
  const bool optional = names.empty() || all;
  if (all) {
    names.clear();
    for (const methods::Metric& metric : methods::all_metrics().first(kValueConditional))
      names.emplace_back(metric.name());
  } else if (names.empty()) {
    for (const methods::CriterionScan& scan : methods::default_scans(spec.harm))
      names.emplace_back(scan.metric->name());
  }
  for (auto at = names.begin(); at != names.end(); ++at) {
    const methods::Metric& metric = methods::metric_named(*at);
    if (std::find(names.begin(), at, *at) != at)
      throw ConfigError(fmt::format("`metric` names {} twice", *at));
    const bool no_decision = metric.needs_decision() && !spec.roles.has_decision();
    const bool no_prediction = metric.needs_prediction() && !spec.roles.has_prediction();
    if (optional && (no_decision || no_prediction)) {
      chosen.left_out.push_back(*at);
      continue;
    }
    if (no_decision) {
      throw ConfigError(
          fmt::format("`metric = {}` needs decisions, and none are given: add `decision = COL` or "
                      "`threshold = T`",
                      *at));
    }
    if (no_prediction) {
      throw ConfigError(
          fmt::format("`metric = {}` needs predictions, and none are given: add `score = COL` or "
                      "`risk_score = COL`",
                      *at));
    }
    chosen.metrics.push_back(*at);
    add_scans(spec, metric, chosen.scans);
  }
  if (chosen.scans.empty()) {
    throw ConfigError(
        "audit needs predictions or decisions: add `score = COL`, `risk_score = COL` or "
        "`decision = COL`");
  }
  return chosen;
}

void validate(const AuditSpec& spec) {
  if (spec.roles.outcome.empty()) throw ConfigError("audit needs the outcome: add `outcome = COL`");
  if (spec.protected_classes.empty()) {
    throw ConfigError(
        "audit needs a protected class: add `protected = COL=VALUE`, or `protected = COL` for each "
        "of its values in turn");
  }
  describe::check(spec);
  (void)choose_scans(spec);
  if (spec.sigma != "estimate") {
    const auto sigma = parse_double(spec.sigma);
    if (!sigma || !(*sigma > 0))
      throw OptionError("sigma", spec.sigma, "must be a number above 0, or estimate");
  }
  check_gate(spec.fail_on, spec.search.replicates);
}

}  // namespace faultline::run
