#include "faultline/simulate/counterfactual_population.hpp"

#include <fmt/format.h>

#include "faultline/base/error.hpp"
#include "faultline/base/text.hpp"
#include "faultline/math/sum.hpp"
#include "faultline/model/design/design.hpp"
#include "faultline/rng/draw.hpp"
#include "faultline/simulate/risk_forest.hpp"

namespace faultline::simulate {
namespace {

// Substreams of a seed; other generators use small numbers.
enum Part : std::uint32_t { kRiskTraining = 100, kVectors = 101, kPeople = 102 };

struct Training {
  std::vector<Covariates> x{};
  std::vector<std::size_t> group{};
  std::vector<double> outcome{};
};

Training draw_training(const CounterfactualScenario& scenario, std::int64_t people,
                       std::uint64_t seed) {
  rng::Stream stream(seed, rng::Purpose::simulate, 0, kRiskTraining);
  Training training;
  for (std::int64_t i = 0; i < people; ++i) {
    const std::size_t g = draw_group(scenario, stream);
    const GroupParameters& parameters = scenario.groups[g];
    const Covariates x = draw_covariates(stream);
    const bool untreated = rng::bernoulli(stream, untreated_risk(parameters, x));
    const bool prevented = rng::bernoulli(stream, parameters.strength);
    const bool treated = rng::bernoulli(stream, treatment_chance(parameters, x, false));
    training.x.push_back(x);
    training.group.push_back(g);
    training.outcome.push_back(untreated && !(treated && prevented) ? 1 : 0);
  }
  return training;
}

/// A forest sees rows of one design only: training people first, then everybody it is to score.
class ForestRows {
 public:
  void add(const Covariates& x, std::size_t group) {
    for (std::size_t j = 0; j < x.size(); ++j) x_[j].push_back(x[j]);
    a1_.push_back(group >= 2 ? 1 : 0);
    a2_.push_back(static_cast<double>(group % 2));
  }
  [[nodiscard]] model::Design design(bool with_groups) const {
    model::Design design(static_cast<std::int64_t>(a1_.size()));
    if (with_groups) {
      design.add("A1", a1_, model::ColumnKind::dummy);
      design.add("A2", a2_, model::ColumnKind::dummy);
    }
    for (std::size_t j = 0; j < x_.size(); ++j) design.add(fmt::format("X.{}", j + 1), x_[j]);
    return design;
  }

 private:
  std::array<std::vector<double>, kScenarioCovariates> x_{};
  std::vector<double> a1_{}, a2_{};
};

std::vector<double> forest_scores(const Training& training, const ForestRows& rows,
                                  const CounterfactualScenario& scenario,
                                  const CounterfactualPopulationOptions& options) {
  const model::Design design = rows.design(scenario.forest_sees_groups);
  return risk_forest_scores(
      design, training.outcome,
      {.trees = options.trees, .seed = options.seed, .substream = kRiskTraining});
}

}  // namespace

void validate(const CounterfactualPopulationOptions& options) {
  (void)counterfactual_scenario(options.scenario);
  const auto at_least = [](const char* what, std::int64_t value, std::int64_t least) {
    if (value < least) {
      throw ConfigError(fmt::format("{} {}: must be at least {}", what, value, least));
    }
  };
  at_least("training people", options.training, 10);
  at_least("covariate vectors", options.vectors, 10);
  at_least("trees", options.trees, 1);
  if (!(options.cutoff > 0 && options.cutoff < 1)) {
    throw ConfigError(fmt::format("cutoff {}: must be between 0 and 1", shortest(options.cutoff)));
  }
}

CounterfactualPopulation counterfactual_population(const CounterfactualPopulationOptions& options) {
  validate(options);
  CounterfactualPopulation population{.scenario = counterfactual_scenario(options.scenario)};
  const Training training = draw_training(population.scenario, options.training, options.seed);
  ForestRows rows;
  for (std::size_t i = 0; i < training.x.size(); ++i) rows.add(training.x[i], training.group[i]);
  rng::Stream stream(options.seed, rng::Purpose::simulate, 0, kVectors);
  std::vector<Covariates> vectors;
  vectors.reserve(options.vectors);
  for (std::int64_t i = 0; i < options.vectors; ++i) vectors.push_back(draw_covariates(stream));
  // Where the forest does not see the groups, one group's scores are everybody's.
  const std::size_t scored = population.scenario.forest_sees_groups ? kGroups : 1;
  for (std::size_t g = 0; g < scored; ++g) {
    for (const Covariates& x : vectors) rows.add(x, g);
  }
  const std::vector<double> scores = forest_scores(training, rows, population.scenario, options);
  for (std::size_t g = 0; g < kGroups; ++g) {
    CounterfactualPopulation::Group& group = population.groups[g];
    group.x = vectors;
    const auto from = scores.begin() + static_cast<std::ptrdiff_t>(training.x.size() +
                                                                   (g % scored) * vectors.size());
    group.score.assign(from, from + static_cast<std::ptrdiff_t>(vectors.size()));
  }
  decide(population, {options.cutoff, options.cutoff, options.cutoff, options.cutoff});
  return population;
}

void decide(CounterfactualPopulation& population, const std::array<double, kGroups>& cutoffs) {
  for (std::size_t g = 0; g < kGroups; ++g) {
    CounterfactualPopulation::Group& group = population.groups[g];
    group.decision.clear();
    for (const double score : group.score) group.decision.push_back(score >= cutoffs[g] ? 1 : 0);
  }
}

void decide_for(CounterfactualPopulation& population, const std::array<double, kGroups>& cfnr) {
  std::array<double, kGroups> low{0, 0, 0, 0};
  std::array<double, kGroups> high{1, 1, 1, 1};
  // Bisection of [0, 1] down to 1e-9.
  constexpr int kSteps = 30;
  for (int step = 0; step < kSteps; ++step) {
    std::array<double, kGroups> middle{};
    for (std::size_t g = 0; g < kGroups; ++g) middle[g] = (low[g] + high[g]) / 2;
    decide(population, middle);
    const CounterfactualTruth truth = truth_of(population);
    for (std::size_t g = 0; g < kGroups; ++g) {
      (truth.cfnr[g] > cfnr[g] ? high : low)[g] = middle[g];
    }
  }
  decide(population, low);
}

CounterfactualTruth truth_of(const CounterfactualPopulation& population) {
  std::array<GroupSums, kGroups> sums;
  for (std::size_t g = 0; g < kGroups; ++g) {
    const GroupParameters& parameters = population.scenario.groups[g];
    const CounterfactualPopulation::Group& group = population.groups[g];
    math::CompensatedSum need, missed_need, alarm, outcome, missed_outcome, decision, treated;
    for (std::size_t i = 0; i < group.x.size(); ++i) {
      const double risk = untreated_risk(parameters, group.x[i]);
      const bool s = group.decision[i] != 0;
      const double chance = treatment_chance(parameters, group.x[i], s);
      const double happens = risk * (1 - chance * parameters.strength);
      need.add(risk);
      outcome.add(happens);
      treated.add(chance);
      decision.add(s ? 1 : 0);
      alarm.add(s ? 1 - risk : 0);
      missed_need.add(s ? 0 : risk);
      missed_outcome.add(s ? 0 : happens);
    }
    const auto n = static_cast<double>(group.x.size());
    sums[g] = {.share = parameters.share,
               .need = need.value() / n,
               .missed_need = missed_need.value() / n,
               .false_alarm = alarm.value() / n,
               .outcome = outcome.value() / n,
               .missed_outcome = missed_outcome.value() / n,
               .decision = decision.value() / n,
               .treated = treated.value() / n};
  }
  return truth_of(sums);
}

CounterfactualPeople draw_people(const CounterfactualPopulation& population, std::int64_t people,
                                 std::uint64_t seed, std::uint32_t replicate) {
  rng::Stream stream(seed, rng::Purpose::simulate, replicate, kPeople);
  CounterfactualPeople drawn;
  drawn.covariates.resize(kScenarioCovariates);
  for (std::int64_t i = 0; i < people; ++i) {
    const std::size_t g = draw_group(population.scenario, stream);
    const GroupParameters& parameters = population.scenario.groups[g];
    const CounterfactualPopulation::Group& group = population.groups[g];
    const auto who = static_cast<std::size_t>(rng::below(stream, group.x.size()));
    const Covariates& x = group.x[who];
    const bool decision = group.decision[who] != 0;
    const double chance = treatment_chance(parameters, x, decision);
    const bool untreated = rng::bernoulli(stream, untreated_risk(parameters, x));
    const bool prevented = rng::bernoulli(stream, parameters.strength);
    const bool treated = rng::bernoulli(stream, chance);
    const bool with_treatment = untreated && !prevented;
    drawn.group.push_back(static_cast<std::uint8_t>(g));
    for (std::size_t j = 0; j < kScenarioCovariates; ++j) drawn.covariates[j].push_back(x[j]);
    drawn.untreated_outcome.push_back(untreated ? 1 : 0);
    drawn.treated_outcome.push_back(with_treatment ? 1 : 0);
    drawn.treated.push_back(treated ? 1 : 0);
    drawn.outcome.push_back((treated ? with_treatment : untreated) ? 1 : 0);
    drawn.decision.push_back(decision ? 1 : 0);
    drawn.score.push_back(group.score[who]);
    drawn.propensity.push_back(chance);
  }
  return drawn;
}

}  // namespace faultline::simulate
