// Bias and variance of a cost beyond the least possible one.

#include "faultline/methods/sources/regret.hpp"

#include <cmath>
#include <map>

#include <gtest/gtest.h>

#include "faultline/math/normal.hpp"
#include "faultline/methods/sources/flips.hpp"
#include "faultline/methods/sources/sources.hpp"
#include "faultline/rng/draw.hpp"

namespace faultline::methods {
namespace {

constexpr std::int64_t kPredictions = 10;
constexpr int kPeople = 20'000;

/// People whose mean lead is `right` or, for a share of them, `wrong`, each moved by a u of their
/// own; the share that the mixture calls mainly wrong, and the share of wrong majorities.
std::pair<double, double> mainly_wrong(double right, double wrong, double share) {
  rng::Stream stream(11, rng::Purpose::test, 0);
  std::map<std::int64_t, double> counts;
  double majority = 0;
  for (int i = 0; i < kPeople; ++i) {
    const double z = (rng::bernoulli(stream, share) ? wrong : right) + rng::normal(stream);
    std::int64_t k = 0;
    for (std::int64_t m = 0; m < kPredictions; ++m)
      k += rng::bernoulli(stream, math::normal_cdf(z)) ? 1 : 0;
    counts[k] += 1;
    majority += 2 * k > kPredictions ? 1 : 2 * k == kPredictions ? 0.5 : 0;
  }
  std::vector<FlipCount> cells;
  for (const auto& [k, weight] : counts)
    cells.push_back({.predictions = kPredictions, .wrong = k, .weight = weight});
  const FlipMixture mixture(cells);
  double sum = 0;
  for (const FlipCount& cell : cells)
    sum += cell.weight * mixture.mainly_wrong(cell.predictions, cell.wrong);
  return {sum / kPeople, majority / kPeople};
}

// Majorities count what one sample moved as bias; the mixture does not.
TEST(FlipMixture, TellsWhatASampleMovedFromWhatIsMainlyWrong) {
  const auto [none, majority_of_none] = mainly_wrong(-1, 0, 0);
  EXPECT_LT(none, 0.03);
  EXPECT_NEAR(majority_of_none, math::normal_cdf(-1), 0.02);
  const auto [fifth, majority_of_fifth] = mainly_wrong(-2, 2, 0.2);
  EXPECT_NEAR(fifth, 0.2, 0.02);
  EXPECT_NEAR(majority_of_fifth, 0.2, 0.03);
}

TEST(FlipMixture, PeopleWhoAreAlwaysRightOrAlwaysWrong) {
  const std::vector<FlipCount> cells{{.predictions = 10, .wrong = 0, .weight = 3},
                                     {.predictions = 10, .wrong = 10, .weight = 1}};
  const FlipMixture mixture(cells);
  EXPECT_LT(mixture.mainly_wrong(10, 0), 0.01);
  EXPECT_GT(mixture.mainly_wrong(10, 10), 0.99);
  EXPECT_ANY_THROW((void)mixture.mainly_wrong(10, 5));
}

/// Outcomes follow x > 0 in a and |x| > 1 in b, with flips of a tenth: a linear model misses b's.
SourcesInput bent(std::int64_t n) {
  SourcesInput input;
  input.protected_column = "g";
  input.groups = {"a", "b"};
  rng::Stream stream(5, rng::Purpose::test, 0);
  std::vector<double> x, z;
  for (std::int64_t i = 0; i < n; ++i) {
    const bool b = rng::bernoulli(stream, 0.4);
    x.push_back(2 * rng::normal(stream));
    z.push_back(rng::normal(stream));
    const bool up = b ? std::abs(x.back()) > 1 : x.back() > 0;
    input.group.push_back(b ? 1 : 0);
    input.outcome.push_back(rng::bernoulli(stream, up ? 0.9 : 0.1) ? 1 : 0);
  }
  input.features = std::make_unique<model::Features>(n);
  input.features->add("x", x);
  input.features->add("z", z);
  return input;
}

SourcesOptions taking_apart() {
  SourcesOptions options;
  options.learners = {model::parse_learner("logistic")};
  options.curves = options.noise = options.clusters = false;
  options.tune = false;
  options.threads = 1;
  return options;
}

void expect_inside(double value, const SourcesReport::Interval& interval) {
  ASSERT_TRUE(interval);
  EXPECT_LE(interval->first, value);
  EXPECT_GE(interval->second, value);
}

TEST(Regrets, ABentRuleIsBiasAndPartsAddUp) {
  const SourcesReport report = find_sources(bent(3000), taking_apart()).report;
  ASSERT_EQ(report.regrets.size(), 2U);
  for (const SourcesReport::Regret& one : report.regrets) {
    SCOPED_TRACE(one.group);
    ASSERT_TRUE(one.least && one.bias && one.variance);
    EXPECT_NEAR(*one.least + *one.bias + *one.variance, one.cost, 1e-12);
    expect_inside(one.cost, one.cost_interval);
    expect_inside(*one.least, one.least_interval);
    expect_inside(*one.bias, one.bias_interval);
    expect_inside(*one.variance, one.variance_interval);
    EXPECT_NEAR(*one.least, 0.1, 0.04);
  }
  // A straight line suits a, but for what b moves it; of b it misses a side.
  EXPECT_LT(*report.regrets[0].bias, 0.1);
  EXPECT_GT(*report.regrets[1].bias, 0.2);
  ASSERT_EQ(report.regret_gaps.size(), 1U);
  const SourcesReport::RegretGap& gap = report.regret_gaps[0];
  EXPECT_NEAR(gap.cost, gap.least + gap.bias + gap.variance, 1e-12);
  EXPECT_LT(gap.bias_interval->second, 0);
  expect_inside(gap.variance, gap.variance_interval);
}

TEST(Regrets, OfNumbersAreNotNegative) {
  SourcesInput input = bent(2000);
  input.outcome_kind = model::OutcomeKind::number;
  rng::Stream stream(6, rng::Purpose::test, 0);
  for (double& outcome : input.outcome) outcome += rng::normal(stream);
  SourcesOptions options = taking_apart();
  options.learners = {model::parse_learner("ridge")};
  const SourcesReport report = find_sources(input, options).report;
  ASSERT_EQ(report.regrets.size(), 2U);
  for (const SourcesReport::Regret& one : report.regrets) {
    if (!one.least) continue;
    EXPECT_GE(*one.bias, 0);
    EXPECT_GE(*one.variance, 0);
    EXPECT_GE(one.variance_interval->first, 0);
    expect_inside(*one.variance, one.variance_interval);
  }
}

TEST(Regrets, NeedHalvesAndCandidates) {
  SourcesOptions options = taking_apart();
  options.draws = TrainingDraws::bootstrap;
  EXPECT_TRUE(find_sources(bent(400), options).report.regrets.empty());
  options = taking_apart();
  options.candidates = false;
  EXPECT_TRUE(find_sources(bent(400), options).report.regrets.empty());
}

}  // namespace
}  // namespace faultline::methods
