#include <array>

#include <fmt/format.h>

#include "faultline/base/error.hpp"
#include "faultline/base/options.hpp"
#include "faultline/methods/elicitation/costs.hpp"
#include "faultline/run/gate.hpp"
#include "faultline/run/ijdi.hpp"
#include "faultline/run/top_option.hpp"

namespace faultline::run {

std::span<const describe::Word> words(ErrorRates) {
  static constexpr std::array kWords{describe::word(ErrorRates::fpr, "fpr", "False positive rate"),
                                     describe::word(ErrorRates::tpr, "tpr", "True positive rate"),
                                     describe::word(ErrorRates::both, "both")};
  return kWords;
}

std::span<const describe::Word> words(Redraw) {
  static constexpr std::array kWords{
      describe::word(Redraw::everything, "everything",
                     "Outcomes and decisions, and fit the probability again"),
      describe::word(Redraw::decisions, "decisions",
                     "Decisions only, as published: right if the probabilities are exact")};
  return kWords;
}

namespace {

const describe::Object& ijdi_search() {
  static const describe::Object object = search_with_top(
      "Report up to N subgroups of each scan; the best one is tested, the others are the next best "
      "of the same search and are not");
  return object;
}

}  // namespace

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
           "0,0.3,1 or a range such as 0:3:0.5, tested upwards as far as there is evidence; "
           "without it 0,0.5,1,2,5 (0 asks for equal error rates)")
           .named("X,Y")
           .split(),
       member<&IjdiSpec::costs>("costs",
                                "Compute lambda from the costs of a false positive, of a false "
                                "negative, and of a disparity in each rate per person")
           .named("FP,FN,FPR[,TPR]"),
       member<&IjdiSpec::harm>("harm",
                               "Say whether a positive decision harms (too high a rate, as for a "
                               "risk score) or a negative one (too low a rate, as for a loan or a "
                               "bed in hospital)"),
       member<&IjdiSpec::subgroup>(
           "subgroup", "Test this subgroup, such as 'race=A|B;sex=Female', without a search")
           .named("SETS"),
       member<&IjdiSpec::clip>("clip", "Keep expectations between X and 1 - X").above(0).below(0.5),
       described_by<ijdi_search>(member<&IjdiSpec::search>("", "").inlined()),
       member<&IjdiSpec::least_people>("least_people",
                                       "Look only at subgroups with at least N people of those "
                                       "whose error rate is compared")
           .under("Search")
           .from(1),
       member<&IjdiSpec::redraw>("redraw",
                                 "Draw this for the test; without it everything where the "
                                 "probability is fitted, and decisions where a column gives it")
           .under("Significance"),
       member<&Spec::fail_on, IjdiSpec>("fail_on", "Exit with code 1 when a finding is significant")
           .under("Output")
           .named("finding")
           .split()}};
  return object;
}

void validate(const IjdiSpec& spec) {
  if (spec.roles.outcome.empty()) throw ConfigError("ijdi needs the outcome: add `outcome = COL`");
  if (!spec.roles.has_decision()) {
    throw ConfigError(
        spec.roles.has_prediction()
            ? "ijdi needs decisions: add `threshold` (such as 0.5), or `decision = COL`"
            : "ijdi needs decisions: add `decision = COL`, or `score = COL` with `threshold = T`");
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
  if (spec.redraw == Redraw::everything && !spec.probability.fit) {
    throw ConfigError(
        "`redraw = everything` fits the probability again, and a column cannot be fitted again; "
        "use `fit_probability`");
  }
  describe::check(spec);
  check_gate(spec.fail_on, spec.search, spec.error == ErrorRates::both ? 2 : 1);
}

}  // namespace faultline::run
