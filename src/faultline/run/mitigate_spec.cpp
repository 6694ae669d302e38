#include "faultline/base/error.hpp"
#include "faultline/base/options.hpp"
#include "faultline/methods/elicitation/costs.hpp"
#include "faultline/run/gate.hpp"
#include "faultline/run/holdout.hpp"
#include "faultline/run/mitigate.hpp"
#include "faultline/run/top_option.hpp"

namespace faultline::run {
namespace {

constexpr const char* kNobody = "none";
// As many people to test on as to make the rules from: what was measured is this.
constexpr const char* kHalf = "0.5";

bool makes_rules(methods::MitigationMethod method) {
  return method == methods::MitigationMethod::smooth ||
         method == methods::MitigationMethod::iterative;
}

void check_criterion(const MitigateSpec& spec) {
  using methods::MitigationMethod;
  if (spec.lambda && !spec.costs.empty())
    throw ConfigError("`lambda` and `costs` both say what lambda is; give one of them");
  (void)lambda_of(spec);
  if (spec.harm == methods::Harm::negative && spec.method != MitigationMethod::smooth) {
    throw ConfigError(
        "`harm = negative` is for `method = smooth`: the published methods only lower rates");
  }
  if (spec.move != methods::Move::both && spec.method != MitigationMethod::smooth)
    throw ConfigError("`move` is for `method = smooth`");
  if (!holdout_of(spec)) return;
  if (!makes_rules(spec.method)) {
    throw ConfigError(
        "`holdout` tests rules on people they were not made from, and `method = groups` and "
        "`randomize` make none from people; leave it out");
  }
  check_holdout(*holdout_of(spec), spec.input);
}

}  // namespace

double lambda_of(const MitigateSpec& spec) {
  if (spec.costs.empty()) return spec.lambda.value_or(0);
  const methods::Costs costs = methods::parse_costs(spec.costs);
  if (spec.error == methods::ErrorRate::fpr) return methods::lambda_n(costs);
  const std::optional<double> lambda = methods::lambda_p(costs);
  if (!lambda) {
    throw OptionError("costs", spec.costs,
                      "true positive rates need the cost of their disparity, a fourth number; or "
                      "use `error = fpr`");
  }
  return *lambda;
}

std::optional<std::string> holdout_of(const MitigateSpec& spec) {
  if (spec.holdout == kNobody) return std::nullopt;
  if (!spec.holdout.empty()) return spec.holdout;
  if (spec.method != methods::MitigationMethod::smooth) return std::nullopt;
  return kHalf;
}

namespace {

const describe::Object& mitigate_search() {
  static const describe::Object object = search_with_top("");
  return object;
}

}  // namespace

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
                                     "Let one point of base rate justify X points of error rate; "
                                     "without it and `costs`, 0: equal error rates")
           .from(0),
       member<&MitigateSpec::costs>(
           "costs",
           "Compute lambda from the costs of a false positive, of a false negative, and of a "
           "disparity in each rate per person, and say what the correction costs and saves")
           .named("FP,FN,FPR[,TPR]"),
       member<&MitigateSpec::harm>("harm",
                                   "Say whether a positive decision harms (too high a rate, as for "
                                   "a risk score) or a negative one (too low a rate, as for a loan "
                                   "or a bed in hospital); with smooth"),
       member<&MitigateSpec::clip>("clip", "Keep expectations between X and 1 - X")
           .above(0)
           .below(0.5),
       member<&MitigateSpec::method>(
           "method",
           "Give five groups by points thresholds that hold on new people (smooth), correct what "
           "is "
           "found step by step (iterative), use given thresholds (groups), or draw thresholds at "
           "random (randomize)")
           .under("Mitigation"),
       member<&MitigateSpec::move>("move",
                                   "Let smooth move thresholds both ways, only up (nobody is newly "
                                   "flagged) or only down"),
       member<&MitigateSpec::holdout>(
           "holdout",
           "Make the rules without a share of the people, such as 0.3, or without those of another "
           "file, and tell what they do to these; none: make and test them with everybody. Without "
           "it, 0.5 with smooth and none with iterative")
           .named("SHARE|FILE"),
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
                                       "which keeps the promise (higher), between two (linear), or "
                                       "one that meets the target, with a lot for people exactly "
                                       "at it (exact)"),
       member<&MitigateSpec::apply>(
           "apply",
           "Only apply this rules file to the input, and write the decisions to the output")
           .named("FILE"),
       described_by<mitigate_search>(member<&MitigateSpec::search>("", "").inlined()),
       member<&Spec::fail_on, MitigateSpec>("fail_on",
                                            "Exit with code 1 when a finding is significant")
           .under("Output")
           .named("finding")
           .split(),
       member<&MitigateSpec::id>(
           "id",
           "Name the rows of decisions by this column, and draw lots by it; without it, by the "
           "number of the row")
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
  check_criterion(spec);
  describe::check(spec);
  check_gate(spec.fail_on, spec.search);
}

}  // namespace faultline::run
