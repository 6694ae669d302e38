#include "faultline/methods/counterfactual/fixed_propensity.hpp"

#include <cmath>

#include <fmt/format.h>

#include "faultline/base/error.hpp"
#include "faultline/base/text.hpp"
#include "faultline/methods/counterfactual/covariates.hpp"
#include "faultline/methods/counterfactual/describe.hpp"
#include "faultline/methods/counterfactual/rates.hpp"
#include "faultline/model/design/log_odds.hpp"
#include "faultline/model/ensemble/ensemble.hpp"

namespace faultline::methods {
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
    of_profile.reserve(population.row_of_profile.size());
    for (const std::int64_t row : population.row_of_profile) of_profile.push_back(of_row[row]);
    fixed.by_decision.push_back(std::move(of_profile));
  }
  return fixed;
}

/// What the ensemble learns from: the group, the decision and the covariates of every profile.
model::Design design_of(const CounterfactualInput& input, const Population& population,
                        std::size_t decision) {
  const data::Profiles& profiles = input.profiles;
  model::Design design(profiles.size());
  data::Attribute groups{.name = "group"};
  for (const auto& codes : population.group_codes) {
    groups.labels.push_back(population.text_of(codes));
  }
  std::vector<data::Code> group;
  group.reserve(population.row_of_profile.size());
  for (const std::int64_t row : population.row_of_profile) {
    group.push_back(static_cast<data::Code>(population.row_group[row]));
  }
  design.add(groups, group);
  const std::vector<std::uint8_t>& made = input.decisions[decision].made;
  design.add(input.decisions[decision].name, std::vector<double>(made.begin(), made.end()));
  add_covariates(profiles, input.covariates, design);
  return design;
}

/// Cross-fitted: nobody's own treatment enters his or her propensity.
FixedPropensity ensemble_propensity(const CounterfactualInput& input,
                                    const CounterfactualOptions& options, const Hooks& hooks) {
  const Population population = make_population(input);
  Sample everybody(population);
  everybody.take_everybody();
  const data::Profiles& profiles = input.profiles;
  std::vector<std::int64_t> treated(profiles.count.size(), 0);
  for (std::size_t i = 0; i < treated.size(); ++i) {
    if (input.treatment[i]) treated[i] = profiles.count[i];
  }
  FixedPropensity fixed;
  for (std::size_t d = 0; d < input.decisions.size(); ++d) {
    if (hooks.progress) {
      hooks.progress("super learner", static_cast<std::int64_t>(d),
                     static_cast<std::int64_t>(input.decisions.size()));
    }
    const model::CrossFit fit =
        model::fit_ensemble(design_of(input, population, d), profiles.count, treated,
                            {.seed = options.seed, .threads = options.threads}, hooks.stop);
    std::vector<double> of_profile;
    of_profile.reserve(profiles.size());
    for (std::int64_t i = 0; i < profiles.size(); ++i) {
      of_profile.push_back(fit.mean_probability(i, input.treatment[i]));
    }
    // The report speaks of the people as one population with these propensities.
    const Population with = make_population(input, {of_profile});
    Sample people(with);
    people.take_everybody();
    std::vector<double> propensity;
    people.gather(with.propensity[0], propensity);
    ModelReport report =
        describe_treatment_model(people, input.decisions[d].name, propensity, nullptr);
    report.learner = LearnerKind::ensemble;
    report.converged = fit.report.converged;
    for (const model::EnsembleMember& member : fit.report.members) {
      report.ensemble_weights.emplace_back(member.learner, member.weight);
    }
    append(report.notices, fit.report.warnings);
    fixed.models.push_back(std::move(report));
    fixed.by_decision.push_back(std::move(of_profile));
  }
  return fixed;
}

}  // namespace

FixedPropensity fixed_propensity(const CounterfactualInput& input,
                                 const CounterfactualOptions& options, const Hooks& hooks) {
  if (options.propensity == PropensityKind::column) {
    if (input.propensity.size() != static_cast<std::size_t>(input.profiles.size())) {
      throw InternalError("propensities from a column came without the column");
    }
    std::int64_t impossible = 0;
    for (std::int64_t i = 0; i < input.profiles.size(); ++i) {
      if (!input.treatment[i] && input.propensity[i] >= 1) impossible += input.profiles.count[i];
    }
    if (impossible > 0 && options.clip == 0) {
      throw InputError(fmt::format(
          "`propensity`: {} went untreated whose probability of treatment is 1, so they would "
          "stand for infinitely many; correct the column, or use `clip` 0.005",
          people(impossible)));
    }
    return {.by_decision =
                std::vector<std::vector<double>>(input.decisions.size(), input.propensity)};
  }
  if (options.propensity == PropensityKind::ensemble) {
    return ensemble_propensity(input, options, hooks);
  }
  if (options.refit.value_or(true)) return {};
  return logistic_propensity(input, options);
}

}  // namespace faultline::methods
