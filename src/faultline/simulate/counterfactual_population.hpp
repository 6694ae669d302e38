#pragma once
// A finite population of Section 8's world with a risk model's decisions, from which data sets are
// drawn with replacement. Because it is finite its true rates are exact sums of P(Y0 = 1 | X, A),
// free of Monte Carlo error, and data sets cost no prediction. The risk model is a random forest
// trained on 1,000 other people to predict the observed outcome; everything that follows depends on
// it, so results for one seed are results for one forest.

#include <array>
#include <cstdint>
#include <vector>

#include "faultline/simulate/counterfactual_people.hpp"
#include "faultline/simulate/counterfactual_scenario.hpp"

namespace faultline::simulate {

struct CounterfactualPopulation {
  /// Who a member of a group can be, each with the same chance.
  struct Group {
    std::vector<Covariates> x{};
    std::vector<double> score{};
    std::vector<std::uint8_t> decision{};
  };
  CounterfactualScenario scenario{};
  std::array<Group, kGroups> groups{};
};

struct CounterfactualPopulationOptions {
  int scenario = 1;
  std::int64_t training = 1'000;
  std::int64_t vectors = 50'000;  // covariate vectors, the same ones for all groups
  int trees = 500;
  double cutoff = 0.5;  // S = 1 where the score is at least this
  std::uint64_t seed = 1;
};

/// Throws ConfigError.
void validate(const CounterfactualPopulationOptions& options);

[[nodiscard]] CounterfactualPopulation counterfactual_population(
    const CounterfactualPopulationOptions& options);

/// Decisions by a cutoff for every group.
void decide(CounterfactualPopulation& population, const std::array<double, kGroups>& cutoffs);

/// The same with cutoffs that bring each group's cFNR as near to its target as ties of scores
/// allow.
void decide_for(CounterfactualPopulation& population, const std::array<double, kGroups>& cfnr);

[[nodiscard]] CounterfactualTruth truth_of(const CounterfactualPopulation& population);

/// Data set number `replicate` of a seed.
[[nodiscard]] CounterfactualPeople draw_people(const CounterfactualPopulation& population,
                                               std::int64_t people, std::uint64_t seed,
                                               std::uint32_t replicate = 0);

}  // namespace faultline::simulate
