#include "faultline/methods/counterfactual/counterfactual.hpp"

#include <fmt/format.h>

#include "faultline/base/error.hpp"
#include "faultline/base/text.hpp"
#include "faultline/methods/counterfactual/estimate.hpp"
#include "faultline/methods/counterfactual/fixed_propensity.hpp"
#include "faultline/methods/counterfactual/inference.hpp"
#include "faultline/methods/group_rows.hpp"

namespace faultline::methods {
namespace {

// Summaries compare all pairs of groups in every replicate: 50 million pairs are the most that is
// bearable, and groups of so fine a division are nearly empty anyway.
constexpr double kMostIntersections = 10'000;

void check(const CounterfactualInput& input, const CounterfactualOptions& options) {
  validate(options);
  if (input.profiles.people() == 0) throw InputError("there is nobody to audit");
  double intersections = 1;
  for (const std::string& name : input.protected_attributes) {
    const std::optional<int> at = position_of(input.profiles.attributes, name);
    if (at) intersections *= input.profiles.attributes[*at].arity();
  }
  if (intersections > kMostIntersections) {
    throw InputError(
        fmt::format("`protected` {} makes {:.0f} intersections; more than {:.0f} cannot be "
                    "compared in pairs: name fewer attributes, or coarser values",
                    join_words(input.protected_attributes), intersections, kMostIntersections));
  }
  std::int64_t treated = 0;
  for (std::int64_t i = 0; i < input.profiles.size(); ++i) {
    if (input.treatment[i]) treated += input.profiles.count[i];
  }
  if (treated == input.profiles.people()) {
    throw InputError(fmt::format(
        "all {} were treated, so nobody's outcome without treatment is known", people(treated)));
  }
}

}  // namespace

CounterfactualResult counterfactual(const CounterfactualInput& input,
                                    const CounterfactualOptions& options, const Hooks& hooks) {
  check(input, options);
  CounterfactualResult result;
  CounterfactualReport& report = result.report;
  report.estimator = options.estimator;
  report.propensity = options.propensity;
  report.resample = options.resample;
  report.confidence = 1 - options.alpha;
  report.margin = options.margin;
  report.ties = options.ties;
  report.refitted = options.refit.value_or(options.propensity == PropensityKind::logistic);

  const FixedPropensity fixed = fixed_propensity(input, options, hooks);
  Population population = make_population(input, fixed.by_decision);
  if (population.groups() < 2) {
    throw InputError(
        fmt::format("`protected` {}: everybody is in one group ({}), so there is nothing to "
                    "compare",
                    join_words(input.protected_attributes),
                    population.text_of(population.group_codes.front())));
  }
  const Estimates estimates = estimate_rates(input, options, population, result);
  for (std::size_t d = 0; d < fixed.models.size(); ++d) result.models[d] = fixed.models[d];
  infer(population, estimates, options, hooks, result);
  return result;
}

}  // namespace faultline::methods
