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
                                     "Take what happened, one of two values, from this column; "
                                     "without it, only selection rates and mean scores are shown")
           .under("Roles")
           .named("COL[=POSITIVE]"),
       member<&MetricsSpec::score>("score",
                                   "Take the predicted probability, 0 to 1, from this column")
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
                                       "is 0.5) or above it (T is '>0.5')")
           .named("T"),
       member<&MetricsSpec::protected_columns>(
           "protected",
           "Form groups from the values of these columns, and from all their intersections")
           .named("A,B")
           .split(),
       member<&MetricsSpec::count>(
           "count", "Take the number of people that each row stands for from this column")
           .named("COL"),
       member<&MetricsSpec::method>("", "").inlined(),
       member<&Spec::fail_on, MetricsSpec>(
           "fail_on",
           "Exit with code 1 when there is evidence that a group differs from its reference in any "
           "rate that is tested, after Holm's adjustment")
           .under("Output")
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
  methods::validate(spec.method);
  describe::check(spec);
}

}  // namespace faultline::run
