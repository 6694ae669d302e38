#include "faultline/audit/counterfactual/fixed_propensity.hpp"

#include <cmath>

#include "faultline/audit/counterfactual/describe.hpp"
#include "faultline/audit/counterfactual/rates.hpp"
#include "faultline/base/error.hpp"
#include "faultline/model/log_odds.hpp"

namespace faultline::audit {
namespace {

/// Per profile, from the models of the population as it is.
FixedPropensity logistic_propensity(const CounterfactualInput& input,
                                    const CounterfactualOptions& options) {
  const Population population = make_population(input);
  Sample everybody(population);
  everybody.take_everybody();
  RateFitter fitter(population, options);
  FixedPropensity fixed;
  Rates rates;
  std::vector<double> propensity;
  for (std::size_t d = 0; d < population.decisions(); ++d) {
    fitter.use(everybody, d);
    fitter.estimate(RateEstimator::weighting, rates);
    fitter.propensities(propensity);
    const model::GroupLogistic& model = fitter.propensity_model();
    fixed.models.push_back(
        describe_treatment_model(everybody, input.decisions[d].name, propensity, &model));
    std::vector<double> of_row;
    for (std::size_t r = 0; r < population.row_cell.size(); ++r) {
      const std::int32_t cell = population.row_cell[r];
      double eta = model.intercepts()[population.row_group[r]];
      if (std::isfinite(eta)) {
        eta += model.slopes()[0] * population.decision_column[d][cell];
        for (std::size_t j = 0; j < population.covariates.size(); ++j) {
          eta += model.slopes()[j + 1] * population.covariates[j].values[cell];
        }
      }
      of_row.push_back(model::expit(eta));
    }
    std::vector<double> of_profile;
    for (const std::int64_t row : population.row_of_profile) of_profile.push_back(of_row[row]);
    fixed.by_decision.push_back(std::move(of_profile));
  }
  return fixed;
}

}  // namespace

FixedPropensity fixed_propensity(const CounterfactualInput& input,
                                 const CounterfactualOptions& options, const Hooks& /*hooks*/) {
  if (options.propensity == PropensityKind::column) {
    if (input.propensity.size() != static_cast<std::size_t>(input.profiles.size())) {
      throw InternalError("propensities from a column came without the column");
    }
    return {.by_decision =
                std::vector<std::vector<double>>(input.decisions.size(), input.propensity)};
  }
  if (options.propensity == PropensityKind::logistic && options.refit.value_or(true)) return {};
  return logistic_propensity(input, options);
}

}  // namespace faultline::audit
