#include <array>

#include <fmt/format.h>

#include "faultline/base/error.hpp"
#include "faultline/base/options.hpp"
#include "faultline/methods/elicitation/costs.hpp"
#include "faultline/run/gate.hpp"
#include "faultline/run/ijdi.hpp"

namespace faultline::run {

std::span<const describe::Word> words(ErrorRates) {
  static constexpr std::array kWords{describe::word(ErrorRates::fpr, "fpr", "False positive rate"),
                                     describe::word(ErrorRates::tpr, "tpr", "True positive rate"),
                                     describe::word(ErrorRates::both, "both")};
  return kWords;
}

const describe::Object& description(const IjdiSpec*) {
  using describe::member;
  static const describe::Object object{
      "Finds the subgroup whose error rate exceeds what its base rate justifies (IJDI-Scan).",
      {describe::base<IjdiSpec, Spec>(), member<&IjdiSpec::input>("", "").inlined(),
       member<&IjdiSpec::roles>("", "").inlined(), member<&IjdiSpec::probability>("", "").inlined(),
       member<&IjdiSpec::error>("error",
                                "Compare false positive rates, true positive rates, or both")
           .under("Criterion"),
       member<&IjdiSpec::lambdas>(
           "lambda",
           "Let one point of base rate justify X points of error rate: a value, a list such as "
           "0,0.3,1 or a range such as 0:3:0.5; without it 0, which asks for equal error rates")
           .named("X,Y")
           .split(),
       member<&IjdiSpec::costs>("costs",
                                "Compute lambda from the costs of a false positive, of a false "
                                "negative, and of a disparity in each rate per person")
           .named("FP,FN,FPR[,TPR]"),
       member<&IjdiSpec::clip>("clip", "Keep expectations between X and 1 - X").above(0).below(0.5),
       member<&IjdiSpec::search>("", "").inlined(),
       member<&Spec::fail_on, IjdiSpec>("fail_on", "Exit with code 1 when a finding is significant")
           .under("Output")
           .split()}};
  return object;
}

void validate(const IjdiSpec& spec) {
  if (spec.roles.outcome.empty()) throw ConfigError("ijdi needs the outcome: add `outcome = COL`");
  if (!spec.roles.has_decision()) {
    throw ConfigError(
        "ijdi needs decisions: add `decision = COL`, or `score = COL` with `threshold = T`");
  }
  validate(spec.probability, spec.command);
  if (!spec.costs.empty()) {
    if (!spec.lambdas.empty())
      throw ConfigError("`lambda` and `costs` both say what lambda is; give one of them");
    const methods::Costs costs = methods::parse_costs(spec.costs);
    if (spec.error != ErrorRates::fpr && !methods::lambda_p(costs)) {
      throw OptionError("costs", spec.costs,
                        "true positive rates need the cost of their disparity, a fourth number; "
                        "or use `error = fpr`");
    }
  }
  describe::check(spec);
  check_gate(spec.fail_on, spec.search);
}

}  // namespace faultline::run
