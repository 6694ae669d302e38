#include "faultline/studies/counterfactual/estimates.hpp"

#include "faultline/methods/counterfactual/fixed_propensity.hpp"
#include "faultline/studies/run_all.hpp"

namespace faultline::studies {
namespace {

methods::Rates estimate(const simulate::CounterfactualPeople& drawn, const SimulatedPeople& people,
                        StudyEstimator estimator, std::uint64_t seed) {
  methods::CounterfactualOptions options;
  options.seed = seed;
  options.threads = 1;
  std::vector<std::vector<double>> propensity;
  if (estimator == StudyEstimator::true_propensity) propensity = {drawn.propensity};
  if (estimator == StudyEstimator::ensemble) {
    options.propensity = methods::PropensityKind::ensemble;
    propensity = methods::fixed_propensity(people.input(), options, {}).by_decision;
  }
  if (estimator == StudyEstimator::regression)
    options.estimator = methods::RateEstimator::regression;
  if (estimator == StudyEstimator::doubly_robust) {
    options.estimator = methods::RateEstimator::doubly_robust;
  }
  const methods::Population population = methods::make_population(people.input(), propensity);
  methods::Sample everybody(population);
  everybody.take_everybody();
  methods::RateFitter fitter(population, options);
  fitter.use(everybody, 0);
  methods::Rates rates;
  fitter.estimate(options.estimator, rates);
  return rates;
}

}  // namespace

std::vector<Estimates> estimates_of(const CounterfactualStudyOptions& options,
                                    const std::vector<StudyEstimator>& estimators,
                                    const methods::Hooks& hooks) {
  validate(options);
  const std::vector<simulate::CounterfactualPopulation> populations = populations_of(options);
  std::vector<Estimates> list;
  for (std::size_t s = 0; s < populations.size(); ++s) {
    for (const std::int64_t people : options.sizes) {
      for (const StudyEstimator estimator : estimators) {
        const std::int64_t sets = estimator == StudyEstimator::ensemble
                                      ? std::min(options.ensembles, options.repetitions)
                                      : options.repetitions;
        list.push_back({.scenario = options.scenarios[s],
                        .people = people,
                        .estimator = estimator,
                        .rates = std::vector<methods::Rates>(static_cast<std::size_t>(sets)),
                        .truth = simulate::truth_of(populations[s])});
      }
    }
  }
  // A data set is one piece of work and all its estimators with it.
  const auto per_set = static_cast<std::int64_t>(estimators.size());
  const std::int64_t settings = static_cast<std::int64_t>(list.size()) / per_set;
  const std::int64_t works = settings * options.repetitions;
  const auto work = [&](std::int64_t index) {
    const std::int64_t setting = index % settings;
    const std::int64_t repetition = index / settings;
    const Estimates& first = list[setting * per_set];
    const std::size_t s = static_cast<std::size_t>(setting) / options.sizes.size();
    const simulate::CounterfactualPeople drawn = simulate::draw_people(
        populations[s], first.people, options.seed, static_cast<std::uint32_t>(repetition));
    const SimulatedPeople people(drawn);
    for (std::int64_t e = 0; e < per_set; ++e) {
      Estimates& to = list[setting * per_set + e];
      if (repetition >= static_cast<std::int64_t>(to.rates.size())) continue;
      to.rates[repetition] = estimate(drawn, people, to.estimator,
                                      options.seed + static_cast<std::uint64_t>(repetition));
    }
  };
  run_all("data sets", works, options.threads, hooks, work);
  return list;
}

}  // namespace faultline::studies
