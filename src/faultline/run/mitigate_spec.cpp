#include "faultline/base/error.hpp"
#include "faultline/base/options.hpp"
#include "faultline/run/gate.hpp"
#include "faultline/run/mitigate.hpp"

namespace faultline::run {

const describe::Object& description(const MitigateSpec*) {
  using describe::member;
  static const describe::Object object{
      "Chooses new thresholds on the score that reduce disparities which base rates do not "
      "justify.",
      {describe::base<MitigateSpec, Spec>(), member<&MitigateSpec::input>("", "").inlined(),
       member<&MitigateSpec::roles>("", "").inlined(),
       member<&MitigateSpec::probability>("", "").inlined(),
       member<&MitigateSpec::error>(
           "error", "Reduce disparities of false positive rates or of true positive rates")
           .under("Criterion"),
       member<&MitigateSpec::lambda>("lambda",
                                     "Let one point of base rate justify X points of error rate")
           .from(0),
       member<&MitigateSpec::clip>("clip", "Keep expectations between X and 1 - X")
           .above(0)
           .below(0.5),
       member<&MitigateSpec::method>(
           "method",
           "Correct what is found step by step (iterative), use given thresholds (groups), or draw "
           "thresholds at random (randomize)")
           .under("Mitigation"),
       member<&MitigateSpec::thresholds>(
           "thresholds",
           "Use these thresholds with groups: 'race=Black:0.55;*:0.5', where * is everybody else; "
           "repeatable")
           .named("GROUP:T"),
       member<&MitigateSpec::max_corrections>("max_corrections",
                                              "Make at most N corrections with iterative")
           .from(1),
       member<&MitigateSpec::quantile>("quantile",
                                       "Let iterative choose a threshold at an observed score, "
                                       "which keeps the promise (higher), or between two (linear)"),
       member<&MitigateSpec::apply>(
           "apply",
           "Only apply this rules file to the input, and write the decisions to the output")
           .named("FILE"),
       member<&MitigateSpec::search>("", "").inlined(),
       member<&Spec::fail_on, MitigateSpec>("fail_on",
                                            "Exit with code 1 when a finding is significant")
           .under("Output")
           .split(),
       member<&MitigateSpec::id>(
           "id", "Name the rows of decisions by this column; without it, number them")
           .named("COL")}};
  return object;
}

void validate(const MitigateSpec& spec) {
  using methods::MitigationMethod;
  if (!spec.apply.empty()) return describe::check(spec);
  const RoleSpec& roles = spec.roles;
  if (roles.outcome.empty()) throw ConfigError("mitigate needs the outcome: add `outcome = COL`");
  if (!roles.decision.empty()) {
    throw ConfigError(
        "mitigate makes decisions from the score, so `decision` has no use here; give "
        "`score = COL` and `threshold = T`");
  }
  if (roles.threshold.empty() || !roles.has_prediction()) {
    throw ConfigError(
        "mitigate needs the score and the threshold now in use: add `score = COL` (or "
        "`risk_score = COL`) and `threshold = '>0.5'`");
  }
  if (!spec.thresholds.empty() && spec.method != MitigationMethod::groups)
    throw ConfigError("`thresholds` is for `method = groups`");
  if (spec.thresholds.empty() && spec.method == MitigationMethod::groups) {
    throw ConfigError("`method = groups` needs `thresholds`, such as 'race=Black:0.55;*:0.5'");
  }
  if (spec.method == MitigationMethod::randomize && !roles.count.empty()) {
    throw ConfigError(
        "`method = randomize` draws one threshold per row, so `count`, which makes a row several "
        "people, cannot be used with it");
  }
  validate(spec.probability, spec.command);
  describe::check(spec);
  check_gate(spec.fail_on, spec.search);
}

}  // namespace faultline::run
