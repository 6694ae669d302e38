#include <algorithm>

#include <fmt/format.h>

#include "faultline/base/error.hpp"
#include "faultline/base/options.hpp"
#include "faultline/base/text.hpp"
#include "faultline/run/audit.hpp"
#include "faultline/run/expectations.hpp"
#include "faultline/run/gate.hpp"
#include "faultline/run/holdout.hpp"

namespace faultline::run {
namespace {

/// The metrics that "all" stands for: those that keep one value of their condition.
constexpr std::size_t kValueConditional = 12;

const std::string& metric_help() {
  static const std::string help = [] {
    std::vector<std::string> names;
    for (const methods::Metric& metric : methods::all_metrics()) names.emplace_back(metric.name());
    const auto usual = [](methods::Harm harm) {
      std::vector<std::string> four;
      for (const methods::CriterionScan& scan : methods::default_scans(harm))
        four.emplace_back(scan.metric->name());
      return join_words(four);
    };
    return fmt::format(
        "Audit these criteria: {}; all is the first {}. Without it, audit {}, or, with `harm` "
        "negative, {}",
        join_words(names, names.size(), "or"), kValueConditional, usual(methods::Harm::positive),
        usual(methods::Harm::negative));
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
      "Finds, for every protected class and criterion, the subgroup of the class that fares worst "
      "against comparable people outside it (Conditional Bias Scan).",
      {describe::base<AuditSpec, Spec>(),
       member<&AuditSpec::input>("", "").inlined(),
       member<&AuditSpec::roles>("", "").inlined(),
       member<&AuditSpec::protected_classes>("protected",
                                             "Compare this class with everybody else: a value, "
                                             "several ('race=A|B'), an intersection "
                                             "('sex=Female;race=A'), or each value in turn of one "
                                             "column or more (sex,race); repeatable")
           .under("Roles")
           .named("COL[=VALUE]"),
       member<&AuditSpec::against>(
           "against", "Compare the class with these people only, not with everybody else")
           .named("COL=VALUE"),
       member<&AuditSpec::covariates>(
           "covariates",
           "Treat people as comparable if they are alike in these columns, "
           "categories or numbers; without it, in `attributes` where "
           "these are named, else in all usable columns, at most 20")
           .named("A,B,C")
           .split(),
       member<&AuditSpec::metrics>("metric", metric_help()).under("Criteria").named("A,B").split(),
       member<&AuditSpec::direction>(
           "direction",
           "Look for events that are more frequent in the class than expected (higher), or less "
           "(lower); without it, for the direction that harms the class"),
       member<&AuditSpec::harm>("harm",
                                "Say whether a positive decision harms (as for a risk score) or a "
                                "negative one (as for a loan)"),
       member<&AuditSpec::propensity>(
           "propensity",
           "Model class membership with logistic, boosted or forest, or take it from a column")
           .under("Models")
           .named("MODEL|COL"),
       member<&AuditSpec::expectation>("expectation",
                                       "Model the event outside the class with logistic, boosted "
                                       "or forest, or take it from a column; all: logistic "
                                       "decides, and a table shows what the others find")
           .named("MODEL|COL|all"),
       member<&AuditSpec::doubly_robust>(
           "doubly_robust",
           "Fit the expectation unweighted, then adjust its level using the weights"),
       member<&AuditSpec::ridge>("ridge",
                                 "Penalise logistic models with strength X; 0 is no penalty")
           .from(0),
       member<&AuditSpec::sigma>(
           "sigma",
           "Set the standard deviation of predictions' log-odds, which criteria about mean "
           "predictions use, or estimate it from the data")
           .named("X|estimate"),
       member<&AuditSpec::clip>(
           "clip", "Keep predictions between X and 1 - X where their log-odds are needed")
           .above(0)
           .below(0.5),
       member<&AuditSpec::search>("", "").inlined(),
       member<&AuditSpec::permute>(
           "permute",
           "Draw class membership for the test in this way: exchange it among people alike in "
           "covariates and condition (within), draw it from a model of membership (redraw), or "
           "exchange it over all people (everyone: as published, not valid when the class depends "
           "on the covariates); auto is within where nearly all of the class can be exchanged, "
           "else redraw")
           .under("Significance"),
       member<&AuditSpec::power>(
           "power", "Also report how large an effect would have had to be for the test to find it"),
       member<&AuditSpec::subgroup>("subgroup",
                                    "Test this subgroup of each class, such as "
                                    "'race=A|B;sex=Female', without a search; with "
                                    "`power`: search, and say what would be found in it")
           .named("SETS"),
       member<&AuditSpec::holdout>(
           "holdout",
           "Estimate and test what was found on people who took no part in the search: a share "
           "of them, such as 0.5, or those of a second file with the same columns")
           .named("SHARE|FILE"),
       member<&Spec::fail_on, AuditSpec>(
           "fail_on",
           "Exit with code 1 when a finding is significant (finding), or when a class "
           "or part of it has too few comparable people (not-comparable)")
           .under("Output")
           .named("finding|not-comparable")
           .split()}};
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
      chosen.unavailable.push_back(*at);
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
  if (spec.power && spec.search.replicates == 0) {
    throw ConfigError("`power` speaks of a test, and `replicates` 0 makes none");
  }
  check_holdout(spec.holdout, spec.input);
  if (!spec.holdout.empty() && (!spec.subgroup.empty() || spec.search.top > 1 || spec.power)) {
    throw ConfigError(
        "`holdout` tests the best subgroup of each scan on people held out: leave out `subgroup`, "
        "`top` and `power`");
  }
  if (spec.expectation == kAllExpectations && (spec.doubly_robust || !spec.holdout.empty())) {
    throw ConfigError(fmt::format("`expectation` all {}: leave out `{}`",
                                  spec.doubly_robust
                                      ? "has the doubly robust model among its own"
                                      : "compares models on the people that are searched",
                                  spec.doubly_robust ? "doubly_robust" : "holdout"));
  }
  (void)choose_scans(spec);
  if (spec.sigma != "estimate") {
    const auto sigma = parse_double(spec.sigma);
    if (!sigma || !(*sigma > 0))
      throw OptionError("sigma", spec.sigma, "must be a number above 0, or estimate");
  }
  check_gate(spec.fail_on, spec.search);
}

}  // namespace faultline::run
