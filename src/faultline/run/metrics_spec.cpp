#include <algorithm>

#include <fmt/format.h>

#include "faultline/base/error.hpp"
#include "faultline/base/options.hpp"
#include "faultline/run/groups.hpp"
#include "faultline/run/metrics.hpp"

namespace faultline::run {

const describe::Object& description(const MetricsSpec*) {
  using describe::member;
  static const describe::Object object{
      "Shows every rate of every group, with intervals: error rates, predictive values, accuracy, "
      "losses, calibration and AUC, for each value of the protected columns and for their "
      "intersections; and how the groups differ from a reference.",
      {describe::base<MetricsSpec, Spec>(), member<&MetricsSpec::input>("", "").inlined(),
       member<&MetricsSpec::outcome>("outcome",
                                     "Take what happened from this column: one of two values, or "
                                     "numbers, whose errors are then shown; without it, only "
                                     "selection rates and mean scores are shown")
           .under("Roles")
           .named("COL[=POSITIVE]"),
       member<&MetricsSpec::score>("score",
                                   "Take the predicted probability, 0 to 1, from this column, or "
                                   "the predicted number where outcomes are numbers")
           .named("COL"),
       member<&MetricsSpec::risk_score>("risk_score",
                                        "Take an ordinal score from this column; the prediction is "
                                        "the share of positive outcomes at each score")
           .named("COL"),
       member<&MetricsSpec::decision>("decision",
                                      "Take the decision, one of two values, from this column")
           .named("COL[=POSITIVE]"),
       member<&MetricsSpec::threshold>("threshold",
                                       "Decide positively where the prediction is at least 0.5 (T "
                                       "is 0.5) or above it (T is '>0.5'); several, 0.1:0.9:0.1 "
                                       "(from, to, step) or 0.3,0.5, show the rates along them")
           .named("T"),
       member<&MetricsSpec::protected_columns>(
           "protected",
           "Form groups from the values of these columns, and from all their intersections")
           .named("A,B")
           .split(),
       member<&MetricsSpec::by>(
           "by",
           "Show the table for each value of this column, such as month or site, too; p-values are "
           "adjusted for all of them")
           .named("COL"),
       member<&MetricsSpec::count>(
           "count", "Take the number of people that each row stands for from this column")
           .named("COL"),
       member<&MetricsSpec::weight>(
           "weight",
           "Take sampling weights, above 0, from this column; intervals and tests allow for them")
           .named("COL"),
       member<&MetricsSpec::cluster>(
           "cluster",
           "Take from this column which rows belong together, as several of one person do; "
           "intervals and tests allow for it")
           .named("COL"),
       member<&MetricsSpec::method>("", "").inlined(),
       member<&Spec::fail_on, MetricsSpec>(
           "fail_on",
           "Exit with code 1 when there is evidence that a group differs from its reference in any "
           "rate that is tested, after Holm's adjustment")
           .under("Output")
           .named("finding")
           .split()}};
  return object;
}

void validate(const MetricsSpec& spec) {
  if (spec.protected_columns.empty())
    throw ConfigError("metrics needs the groups to show: add `protected = A,B`");
  check_group_columns(spec.protected_columns);
  if (spec.score.empty() && spec.risk_score.empty() && spec.decision.empty()) {
    throw ConfigError(
        "metrics needs predictions or decisions: add `score = COL`, `risk_score = COL` or "
        "`decision = COL`");
  }
  if (!spec.by.empty() && is_among(spec.protected_columns, spec.by))
    throw ConfigError(fmt::format("column '{}' cannot be both `protected` and `by`", spec.by));
  const bool survey = !spec.weight.empty() || !spec.cluster.empty();
  if (!spec.threshold.empty() && data::parse_thresholds(spec.threshold).size() > 1) {
    if (!spec.decision.empty()) {
      throw ConfigError(
          "`decision` and `threshold` exclude each other: the decision is one of them");
    }
    if (spec.score.empty() && spec.risk_score.empty())
      throw ConfigError("`threshold` needs a prediction: add `score = COL` or `risk_score = COL`");
    const std::vector<methods::RateName>& rates = spec.method.rates;
    if (!spec.fail_on.empty() && !rates.empty() &&
        std::all_of(rates.begin(), rates.end(), methods::needs_decision)) {
      throw ConfigError(
          "`fail_on = finding` needs a test, and nothing is tested along several thresholds, so "
          "nothing could ever fail; give one `threshold`");
    }
    if (survey) {
      throw ConfigError(
          "several of `threshold` are not computed with `weight` or `cluster`; give one at a time");
    }
  }
  if (spec.method.impact) {
    if (survey) {
      throw ConfigError(
          "`impact` counts people, so it does not go with `weight` or `cluster`; leave them out");
    }
    if (!spec.score.empty() && !spec.outcome.empty() && spec.decision.empty() &&
        spec.threshold.empty()) {
      throw ConfigError(
          "`impact` of a score needs no `outcome`, which makes a probability of it: leave "
          "`outcome` "
          "out for the share above the median score, or add `threshold` for selections");
    }
  } else if (spec.method.small_categories != methods::SmallCategories::keep) {
    throw ConfigError("`small_categories` is for `impact` only");
  }
  methods::validate(spec.method);
  describe::check(spec);
}

}  // namespace faultline::run
