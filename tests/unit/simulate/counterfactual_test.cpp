// The generators of counterfactual simulations: laws, identities, exact truth. Every statistical
// check allows 5.6 standard deviations (chance of a false alarm 2e-8, fewer than 40 checks).

#include <cmath>

#include <gtest/gtest.h>

#include "faultline/base/error.hpp"
#include "faultline/simulate/counterfactual_design.hpp"
#include "faultline/simulate/counterfactual_population.hpp"
#include "faultline/simulate/write_csv.hpp"

namespace faultline::simulate {
namespace {

constexpr double kDeviations = 5.6;

CounterfactualPopulation small_population(int scenario) {
  return counterfactual_population(
      {.scenario = scenario, .training = 200, .vectors = 3'000, .trees = 10, .seed = 7});
}

/// Sum of 0/1 draws with their probabilities, in standard deviations from its mean.
class Draws {
 public:
  void add(bool drawn, double probability) {
    excess_ += (drawn ? 1 : 0) - probability;
    variance_ += probability * (1 - probability);
  }
  [[nodiscard]] double deviation() const { return excess_ / std::sqrt(variance_); }

 private:
  double excess_ = 0;
  double variance_ = 0;
};

class CounterfactualScenarioTest : public ::testing::TestWithParam<int> {};

TEST_P(CounterfactualScenarioTest, PeopleFollowTheirLaws) {
  const CounterfactualPopulation population = small_population(GetParam());
  const CounterfactualPeople people = draw_people(population, 40'000, 3);
  std::array<Draws, kGroups> shares;
  Draws need;
  Draws prevented;
  Draws treated;
  for (std::size_t i = 0; i < people.group.size(); ++i) {
    const GroupParameters& law = population.scenario.groups[people.group[i]];
    const Covariates x{people.covariates[0][i], people.covariates[1][i], people.covariates[2][i],
                       people.covariates[3][i]};
    for (std::size_t g = 0; g < kGroups; ++g) {
      shares[g].add(people.group[i] == g, population.scenario.groups[g].share);
    }
    const bool y0 = people.untreated_outcome[i] != 0;
    const bool y1 = people.treated_outcome[i] != 0;
    const bool d = people.treated[i] != 0;
    need.add(y0, untreated_risk(law, x));
    if (y0) prevented.add(!y1, law.strength);
    treated.add(d, people.propensity[i]);
    EXPECT_EQ(people.propensity[i], treatment_chance(law, x, people.decision[i] != 0));
    EXPECT_LE(y1, y0);
    EXPECT_EQ(people.outcome[i] != 0, d ? y1 : y0);
    EXPECT_EQ(people.decision[i] != 0, people.score[i] >= 0.5);
  }
  for (const Draws& share : shares) EXPECT_LT(std::abs(share.deviation()), kDeviations);
  EXPECT_LT(std::abs(need.deviation()), kDeviations);
  EXPECT_LT(std::abs(prevented.deviation()), kDeviations);
  EXPECT_LT(std::abs(treated.deviation()), kDeviations);
}

TEST_P(CounterfactualScenarioTest, TruthIsWhatPeopleShow) {
  const CounterfactualPopulation population = small_population(GetParam());
  const CounterfactualTruth truth = truth_of(population);
  const CounterfactualPeople people = draw_people(population, 60'000, 4);
  std::array<Draws, kGroups> cfpr, cfnr, observed_fpr, observed_fnr;
  for (std::size_t i = 0; i < people.group.size(); ++i) {
    const std::size_t g = people.group[i];
    const bool s = people.decision[i] != 0;
    if (people.untreated_outcome[i] != 0) {
      cfnr[g].add(!s, truth.cfnr[g]);
    } else {
      cfpr[g].add(s, truth.cfpr[g]);
    }
    if (people.outcome[i] != 0) {
      observed_fnr[g].add(!s, truth.observed_fnr[g]);
    } else {
      observed_fpr[g].add(s, truth.observed_fpr[g]);
    }
  }
  for (std::size_t g = 0; g < kGroups; ++g) {
    for (const Draws& draws : {cfpr[g], cfnr[g], observed_fpr[g], observed_fnr[g]}) {
      EXPECT_LT(std::abs(draws.deviation()), kDeviations);
    }
  }
}

INSTANTIATE_TEST_SUITE_P(All, CounterfactualScenarioTest, ::testing::Values(1, 2, 3));

TEST(CounterfactualPopulation, ForestOfScenarioOneDoesNotSeeGroups) {
  const CounterfactualPopulation population = small_population(1);
  for (const auto& group : population.groups) {
    EXPECT_EQ(group.score, population.groups[0].score);
  }
  EXPECT_NE(small_population(2).groups[3].score, small_population(2).groups[0].score);
}

TEST(CounterfactualPopulation, MarginalRatesMixTheGroups) {
  // With one decision for all, everybody has the same rates, and so have margins.
  CounterfactualPopulation population = small_population(3);
  decide(population, {0, 0, 0, 0});
  const CounterfactualTruth truth = truth_of(population);
  for (std::size_t v = 0; v < 4; ++v) {
    EXPECT_DOUBLE_EQ(truth.marginal_cfpr[v], 1);
    EXPECT_DOUBLE_EQ(truth.marginal_cfnr[v], 0);
  }
  // Only A1 = 1 gets decisions: the margins of A1 are 0 and 1, those of A2 between.
  decide(population, {2, 2, 0, 0});
  const CounterfactualTruth split = truth_of(population);
  EXPECT_DOUBLE_EQ(split.marginal_cfnr[0], 1);
  EXPECT_DOUBLE_EQ(split.marginal_cfnr[1], 0);
  EXPECT_GT(split.marginal_cfnr[2], 0.5);
  EXPECT_LT(split.marginal_cfnr[2], 1);
}

TEST(CounterfactualPopulation, SeedAndReplicateDecideTheData) {
  const CounterfactualPopulation population = small_population(2);
  const auto csv = [&](std::uint64_t seed, std::uint32_t replicate) {
    return to_csv(to_table(draw_people(population, 50, seed, replicate)));
  };
  EXPECT_EQ(csv(1, 0), csv(1, 0));
  EXPECT_NE(csv(1, 0), csv(1, 1));
  EXPECT_NE(csv(1, 0), csv(2, 0));
  EXPECT_EQ(csv(1, 0).substr(0, 53),
            "A1,A2,X.1,X.2,X.3,X.4,Y,D,S,S_prob,Y0,Y1,pi_true\n" + csv(1, 0).substr(49, 4));
}

TEST(CounterfactualDesign, PeopleHaveTheRatesOfTheClosedForm) {
  for (const CounterfactualDesign design : {CounterfactualDesign::a, CounterfactualDesign::d}) {
    const CounterfactualTruth truth = truth_of(design, 0.7);
    const CounterfactualPeople people = draw_people(design, 0.7, 60'000, 5);
    Draws cfpr, cfnr, fpr, fnr, propensity;
    for (std::size_t i = 0; i < people.group.size(); ++i) {
      const std::size_t g = people.group[i];
      const bool s = people.decision[i] != 0;
      if (people.untreated_outcome[i] != 0) {
        cfnr.add(!s, truth.cfnr[g]);
      } else {
        cfpr.add(s, truth.cfpr[g]);
      }
      if (people.outcome[i] != 0) {
        fnr.add(!s, 0.2);
      } else {
        fpr.add(s, 0.1);
      }
      propensity.add(people.treated[i] != 0, people.propensity[i]);
    }
    for (const Draws& draws : {cfpr, cfnr, fpr, fnr, propensity}) {
      EXPECT_LT(std::abs(draws.deviation()), kDeviations);
    }
  }
}

TEST(CounterfactualDesign, RefusesWhatItDoesNotKnow) {
  EXPECT_THROW((void)parse_design("4e"), ConfigError);
  EXPECT_THROW((void)truth_of(CounterfactualDesign::a, 1.5), ConfigError);
  EXPECT_THROW((void)counterfactual_scenario(4), ConfigError);
  EXPECT_THROW((void)counterfactual_population({.scenario = 1, .cutoff = 1}), ConfigError);
}

}  // namespace
}  // namespace faultline::simulate
