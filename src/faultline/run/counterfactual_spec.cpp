#include <algorithm>

#include <fmt/format.h>

#include "faultline/base/error.hpp"
#include "faultline/base/options.hpp"
#include "faultline/run/counterfactual.hpp"
#include "faultline/run/gate.hpp"
#include "faultline/run/groups.hpp"

namespace faultline::run {

const describe::Object& description(const CounterfactualSpec*) {
  using describe::member;
  using Spec_ = CounterfactualSpec;
  static const describe::Object object{
      "Estimates the error rates that a decision would have had if nobody had been treated, for "
      "every intersection of the protected attributes: cFPR, the share of positive decisions among "
      "people who would not have had the outcome, and cFNR, the share of negative decisions among "
      "those who would. Assumes that, given groups, covariates and decision, treatment is as good "
      "as random, and that everybody could have gone untreated.",
      {describe::base<Spec_, Spec>(), member<&Spec_::input>("", "").inlined(),
       member<&Spec_::outcome>("outcome", "Take what happened, one of two values, from this column")
           .under("Roles")
           .named("COL[=POSITIVE]"),
       member<&Spec_::treatment>("treatment",
                                 "Take who was treated, one of two values, from this column; rates "
                                 "are those had nobody been treated")
           .named("COL[=VALUE]"),
       member<&Spec_::decisions>(
           "decision",
           "Take decisions, one of two values, from these columns, and compare them; repeatable")
           .named("S1,S2")
           .split(),
       member<&Spec_::scores>("score",
                              "Take predicted probabilities, 0 to 1, from these columns, make "
                              "decisions of them with `threshold`, and compare them; repeatable")
           .named("P1,P2")
           .split(),
       member<&Spec_::threshold>(
           "threshold",
           "Decide positively where the score is at least 0.5 (T is 0.5) or above it (T is '>0.5')")
           .named("T"),
       member<&Spec_::protected_attributes>(
           "protected", "Form groups from all intersections of these columns; repeatable")
           .named("A1,A2")
           .split(),
       member<&Spec_::covariates>(
           "covariates",
           "Adjust for these columns, categories or numbers, on which treatment and outcome depend")
           .named("A,B,C")
           .split(),
       member<&Spec_::external>("external",
                                "Read further people from this file, of whom only groups and some "
                                "covariates are known, to estimate rates of small groups; it is "
                                "read as it is, without `derive`, `where` and `bins`")
           .named("FILE"),
       member<&Spec_::external_covariates>(
           "external_covariates",
           "Use these covariates of the external file; without it, all that both files have")
           .named("A,B")
           .split(),
       member<&Spec_::count>("count",
                             "Take the number of people that each row stands for from this column")
           .named("COL"),
       member<&Spec_::cluster>(
           "cluster",
           "Take from this column which rows belong together, as several of one person do; "
           "intervals allow for it")
           .named("COL"),
       member<&Spec_::propensity>(
           "propensity",
           "Model treatment with logistic, or with ensemble (logistic regression, forest and "
           "boosted trees), or take its probability from a column")
           .under("Estimation")
           .named("MODEL|COL"),
       member<&Spec_::refit>("refit",
                             "Fit the models again in every permutation and resample; without it, "
                             "yes unless the propensity is an ensemble or a column"),
       member<&Spec_::method>("", "").inlined(),
       member<&Spec_::m>("m", "Draw resamples of n to the power X, or of the share X of n people")
           .under("Uncertainty")
           .named("exponent:X|fraction:X"),
       member<&Spec::fail_on, Spec_>(
           "fail_on",
           "Exit with code 1 when there is evidence that groups differ in "
           "cFPR or cFNR: the interval of the average gap, or of some "
           "pair of groups, excludes 0")
           .under("Output")
           .named("finding")
           .split()}};
  return object;
}

void validate(const CounterfactualSpec& spec) {
  if (spec.outcome.empty())
    throw ConfigError("counterfactual needs the outcome: add `outcome = COL`");
  if (spec.treatment.empty()) {
    throw ConfigError(
        "counterfactual needs to know who was treated: add `treatment = COL[=VALUE]`");
  }
  if (spec.decisions.empty() && spec.scores.empty()) {
    throw ConfigError(
        "counterfactual needs decisions: add `decision = COL`, or `score = COL` with "
        "`threshold = 0.5`");
  }
  if (!spec.scores.empty() && spec.threshold.empty()) {
    throw ConfigError(
        "`score` needs a cutoff that makes decisions of it: add `threshold`, 0.5 in the paper");
  }
  if (spec.scores.empty() && !spec.threshold.empty())
    throw ConfigError("`threshold` cuts a score, and there is none: add `score = COL`");
  if (spec.protected_attributes.empty()) {
    throw ConfigError("counterfactual needs the groups to compare: add `protected = A1,A2`");
  }
  check_group_columns(spec.protected_attributes);
  for (const std::string& name : spec.protected_attributes) {
    if (!is_among(spec.covariates, name)) continue;
    throw ConfigError(fmt::format(
        "column '{}' is `protected` and cannot be one of `covariates` too: the models have the "
        "protected attributes by themselves",
        name));
  }
  if (spec.external.empty() && !spec.external_covariates.empty()) {
    throw ConfigError("`external_covariates` are those of another file: add `external = FILE`");
  }
  if (spec.external == "-")
    throw ConfigError("`external = -`: name a file; standard input cannot be read twice");
  if (!spec.external.empty() && spec.covariates.empty()) {
    throw ConfigError(
        "`external` tells groups apart by covariates that both files have: add `covariates = A,B`");
  }
  for (const std::string& name : spec.external_covariates) {
    if (!is_among(spec.covariates, name))
      throw OptionError("external_covariates", name, "must be one of `covariates` too");
  }
  if (!spec.cluster.empty() && spec.method.resample == methods::ResampleScheme::stratified) {
    throw ConfigError(
        "`resample = stratified` takes people apart that `cluster` keeps together; use "
        "replacement");
  }
  (void)methods::parse_resample_size(spec.m);
  describe::check(spec);
  check_counterfactual_gate(spec.fail_on, spec.method.bootstrap);
}

}  // namespace faultline::run
