// Bias, variance and noise: the terms of people with observed outcomes against a full enumeration.

#include "faultline/methods/sources/decomposition.hpp"

#include <algorithm>
#include <array>
#include <cmath>

#include "eight_cells.hpp"
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "faultline/base/error.hpp"
#include "faultline/methods/sources/decompose_terms.hpp"
#include "faultline/rng/draw.hpp"

namespace faultline::methods {
namespace {

/// Predictions of every cell after one training set of 40: a vote of the people in it ("hist"), or
/// in it and its neighbour ("coarse"); scores with one more of either outcome.
struct Learned {
  std::array<bool, kCells> flagged{};
  std::array<double, kCells> score{};
};
Learned learn(rng::Stream& stream, bool coarse) {
  std::array<std::array<int, 2>, kCells> count{};
  for (int i = 0; i < 40; ++i) {
    const std::size_t group = rng::bernoulli(stream, kSecondGroup) ? 1 : 0;
    const auto x = static_cast<std::size_t>(draw_cell(stream, group));
    ++count[coarse ? x / 2 : x][rng::bernoulli(stream, kPositive[group][x]) ? 1 : 0];
  }
  Learned learned;
  for (std::size_t x = 0; x < kCells; ++x) {
    const auto& here = count[coarse ? x / 2 : x];
    learned.flagged[x] = here[1] > here[0];
    learned.score[x] = (here[1] + 1.0) / (here[0] + here[1] + 2.0);
  }
  return learned;
}

struct Cell {
  double flagged = 0;
  double mean = 0;
  double squares = 0;
};
std::array<Cell, kCells> learn_often(rng::Stream& stream, bool coarse, int training_sets) {
  std::array<Cell, kCells> cells{};
  for (int t = 0; t < training_sets; ++t) {
    const Learned learned = learn(stream, coarse);
    for (std::size_t x = 0; x < kCells; ++x) {
      cells[x].flagged += learned.flagged[x] ? 1 : 0;
      const double before = learned.score[x] - cells[x].mean;
      cells[x].mean += before / (t + 1);
      cells[x].squares += before * (learned.score[x] - cells[x].mean);
    }
  }
  return cells;
}

/// Everybody of a group, as often as he or she occurs, with either outcome.
Decomposition decompose(CostMetric metric, const std::array<Cell, kCells>& cells, std::size_t group,
                        double training_sets) {
  DecompositionSum sum(metric);
  for (std::size_t x = 0; x < kCells; ++x) {
    const double p = kPositive[group][x];
    for (const double y : {0.0, 1.0}) {
      const auto terms = terms_of(metric, {.outcome = y,
                                           .optimal = p,
                                           .predictions = training_sets,
                                           .flagged = cells[x].flagged / training_sets,
                                           .mean = cells[x].mean,
                                           .variance = cells[x].squares / (training_sets - 1)});
      if (terms) sum.add(*terms, kCellShare[group][x] * (y != 0 ? p : 1 - p));
    }
  }
  return sum.finish();
}

struct Exact {
  bool coarse;
  CostMetric metric;
  std::size_t group;
  double cost, noise, bias, variance;
};

/// By full enumeration of training sets.
const std::vector<Exact> kExact = {{false, CostMetric::zero_one, 0, .304207, .083474, .15, .070733},
                                   {false, CostMetric::zero_one, 1, .374768, .089826, .15, .134941},
                                   {false, CostMetric::fpr, 0, .161632, .006708, .111570, .043353},
                                   {false, CostMetric::fpr, 1, .422466, .116006, .183333, .123127},
                                   {false, CostMetric::fnr, 0, .522581, .201051, .208861, .112669},
                                   {false, CostMetric::fnr, 1, .335741, .068407, .122727, .144607},
                                   {false, CostMetric::mse, 0, .194593, .1655, .010843, .018250},
                                   {false, CostMetric::mse, 1, .226720, .197, .009330, .020390},
                                   {true, CostMetric::zero_one, 0, .295435, .070510, .15, .074925},
                                   {true, CostMetric::zero_one, 1, .352782, .135812, .15, .066970},
                                   {true, CostMetric::fpr, 0, .162429, -.005463, .111570, .056322},
                                   {true, CostMetric::fpr, 1, .472661, .225643, .183333, .063685},
                                   {true, CostMetric::mse, 0, .190458, .1655, .012213, .012746},
                                   {true, CostMetric::mse, 1, .221966, .197, .010119, .014847}};

/// With 200,000 training sets a share that is flagged has a standard error of at most .0011, and no
/// cell's true share is within .04 of a half: the majority is right. Six standard errors of it make
/// .0067, twice that for the noise, in which the share counts twice. Scores have a standard
/// deviation of at most .16: six standard errors of their mean make .0022, which moves the squared
/// bias by .001, and of their variance less than .0005.
TEST(Decompose, EnumerationIsTheLimitOfTheEstimates) {
  constexpr int kTrainingSets = 200'000;
  for (const bool coarse : {false, true}) {
    rng::Stream stream(3, rng::Purpose::test, coarse ? 1 : 0);
    const auto cells = learn_often(stream, coarse, kTrainingSets);
    for (const Exact& exact : kExact) {
      if (exact.coarse != coarse) continue;
      SCOPED_TRACE(std::string(name_of(exact.metric)) + (coarse ? " coarse " : " hist ") +
                   std::to_string(exact.group));
      const Decomposition ours = decompose(exact.metric, cells, exact.group, kTrainingSets);
      const bool squared = exact.metric == CostMetric::mse;
      EXPECT_NEAR(ours.cost, exact.cost, squared ? 0.002 : 0.0067);
      EXPECT_NEAR(ours.noise, exact.noise, squared ? 1e-6 : 0.0134);
      EXPECT_NEAR(ours.bias, exact.bias, squared ? 0.001 : 1e-6);
      EXPECT_NEAR(ours.variance, exact.variance, squared ? 0.0005 : 0.0067);
      EXPECT_NEAR(ours.cost, ours.noise + ours.bias + ours.variance, 1e-12);
    }
  }
}

/// With five training sets the squared bias would be too large by variance / 5 = .0036, were it not
/// corrected. Means over 20,000 repetitions have standard errors below .0002.
TEST(Decompose, FewTrainingSetsDoNotBiasTheSquaredLoss) {
  rng::Stream stream(4, rng::Purpose::test, 0);
  Decomposition mean;
  constexpr int kRepetitions = 20'000;
  for (int k = 0; k < kRepetitions; ++k) {
    const auto cells = learn_often(stream, false, 5);
    const Decomposition parts = decompose(CostMetric::mse, cells, 0, 5);
    mean.cost += parts.cost / kRepetitions;
    mean.bias += parts.bias / kRepetitions;
    mean.variance += parts.variance / kRepetitions;
  }
  EXPECT_NEAR(mean.bias, .010843, 0.0012);
  EXPECT_NEAR(mean.variance, .018250, 0.0012);
  EXPECT_NEAR(mean.cost, .194593, 0.0012);
}

/// The cross term of the squared loss by hand, and the identity of the zero-one losses person by
/// person for any estimate of what is optimal.
TEST(Decompose, TermsOfOnePerson) {
  // Predictions .2 and .6 of somebody with outcome 1 and E[Y] = .7.
  const ObservedPerson person{.outcome = 1,
                              .optimal = 0.7,
                              .predictions = 2,
                              .flagged = 0.5,
                              .mean = 0.4,
                              .variance = 0.08};
  const auto squared = terms_of(CostMetric::mse, person);
  ASSERT_TRUE(squared);
  EXPECT_NEAR(squared->cost, (0.64 + 0.16) / 2, 1e-12);
  EXPECT_NEAR(squared->noise, 0.09, 1e-12);
  EXPECT_NEAR(squared->bias, 0.09 - 0.04, 1e-12);
  EXPECT_NEAR(squared->cost - squared->noise - squared->bias - squared->variance,
              2 * (0.4 - 0.7) * (0.7 - 1), 1e-12);
  const auto missed = terms_of(CostMetric::fnr, person);
  ASSERT_TRUE(missed);
  EXPECT_EQ(missed->bias, 1);  // a tie is a 0
  EXPECT_EQ(missed->variance, -0.5);
  EXPECT_EQ(missed->noise, 0);
  EXPECT_EQ(missed->cost, 0.5);
  EXPECT_FALSE(terms_of(CostMetric::fpr, person));
  EXPECT_THROW((void)terms_of(CostMetric::generalised_zero_one, person), InternalError);
  rng::Stream stream(5, rng::Purpose::test, 0);
  for (int k = 0; k < 1000; ++k) {
    const auto terms =
        terms_of(CostMetric::zero_one, {.outcome = rng::bernoulli(stream, 0.5) ? 1.0 : 0.0,
                                        .optimal = rng::uniform(stream),
                                        .predictions = 8,
                                        .flagged = rng::binomial(stream, 8, 0.5) / 8.0});
    EXPECT_NEAR(terms->cost, terms->noise + terms->bias + terms->variance, 1e-12);
  }
}

/// Supplement D: noise of the same variance everywhere does not add to a difference of squared
/// losses, whatever the learner does.
TEST(Decompose, EqualNoiseCancelsUnderSquaredLoss) {
  rng::Stream stream(6, rng::Purpose::test, 0);
  std::array<Decomposition, 2> parts;
  for (std::size_t g = 0; g < 2; ++g) {
    DecompositionSum sum(CostMetric::mse);
    for (int i = 0; i < 50; ++i) {
      const double expected = rng::normal(stream) + static_cast<double>(g);
      const double mean = rng::normal(stream);
      const double variance = rng::uniform(stream);
      for (const double noise : {-1.5, 1.5}) {
        sum.add(*terms_of(CostMetric::mse, {.outcome = expected + noise,
                                            .optimal = expected,
                                            .predictions = 7,
                                            .mean = mean,
                                            .variance = variance}),
                1);
      }
    }
    parts[g] = sum.finish();
  }
  EXPECT_NEAR(parts[0].noise - parts[1].noise, 0, 1e-12);
  EXPECT_NEAR(parts[0].cost - parts[1].cost,
              parts[0].bias - parts[1].bias + parts[0].variance - parts[1].variance, 1e-12);
}

}  // namespace
}  // namespace faultline::methods
