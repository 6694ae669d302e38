// Costs, their tests and learning curves: planted truths and ends.

#include <cmath>
#include <vector>

#include <gtest/gtest.h>

#include "faultline/base/error.hpp"
#include "faultline/methods/sources/decomposition.hpp"
#include "faultline/methods/sources/losses.hpp"
#include "faultline/methods/sources/power_law.hpp"
#include "faultline/methods/sources/tukey.hpp"
#include "faultline/rng/draw.hpp"

namespace faultline::methods {
namespace {

TEST(Losses, ByHand) {
  ModelPredictions predicted{
      .outcome = {0, 0, 1, 1}, .score = {0.5, 0.9, 0.2, 0.7}, .group = {0, 1, 0, 1}};
  decide(predicted);
  EXPECT_EQ(predicted.decision, (std::vector<std::uint8_t>{0, 1, 0, 1}));  // a tie goes to 0
  EXPECT_EQ(loss_of(CostMetric::fpr, predicted, 1), 1.0);
  EXPECT_EQ(loss_of(CostMetric::fpr, predicted, 2), std::nullopt);
  EXPECT_EQ(loss_of(CostMetric::fnr, predicted, 2), 1.0);
  EXPECT_NEAR(*loss_of(CostMetric::generalised_zero_one, predicted, 3), 0.3, 1e-12);
  EXPECT_NEAR(*loss_of(CostMetric::mse, predicted, 1), 0.81, 1e-12);
  const auto costs = group_costs(CostMetric::zero_one, predicted, 3);
  EXPECT_EQ(costs[0].mean, 0.5);
  EXPECT_EQ(costs[0].variance, 0.5);
  EXPECT_EQ(costs[2].n, 0);
  EXPECT_FALSE(level(costs[0], costs[2]));
  EXPECT_TRUE(level(costs[0], costs[1]));
}

TEST(Losses, CertainDifferencesAndNone) {
  const GroupCost sure{.n = 5, .mean = 1, .variance = 0};
  const GroupCost other{.n = 5, .mean = 0, .variance = 0};
  EXPECT_EQ(level(sure, other)->p_value, 0);
  EXPECT_EQ(level(sure, sure)->p_value, 1);
}

TEST(Tukey, GroupsWithoutTwoFoldsTakeNoPart) {
  const GroupAnalysis analysis = analyse_groups({{0.1, 0.2, 0.1}, {0.5}, {0.4, 0.5, 0.45}}, 0.05);
  ASSERT_EQ(analysis.pairs.size(), 1U);
  EXPECT_EQ(analysis.pairs[0].second, 2U);
  EXPECT_THROW((void)analyse_groups({{0.1, 0.2}, {0.5}}, 0.05), InputError);
  EXPECT_EQ(analyse_groups({{0.1, 0.1}, {0.1, 0.1}}, 0.05).p_value, 1);
  EXPECT_EQ(analyse_groups({{0.1, 0.1}, {0.2, 0.2}}, 0.05).pairs[0].p_value, 0);
}

TEST(PowerLaw, RecoversWhatWasPlanted) {
  for (const double beta : {0.1, 0.5, 1.0, 1.7}) {
    for (const double delta : {0.02, 0.3}) {
      std::vector<CurvePoint> points;
      const PowerLaw truth{.alpha = 2, .beta = beta, .delta = delta};
      for (const double n : {100, 300, 1000, 3000, 10000}) {
        points.push_back({.n = n, .mean = truth.at(n), .sem = 0.01});
      }
      const auto fit = fit_power_law(points);
      ASSERT_TRUE(fit);
      EXPECT_TRUE(fit->identified);
      EXPECT_NEAR(fit->beta, beta, 1e-4);
      EXPECT_NEAR(fit->delta, delta, 1e-4);
      EXPECT_NEAR(fit->alpha / 2, 1, 1e-3);
    }
  }
}

TEST(PowerLaw, SaysWhenTheLimitIsNotInThePoints) {
  std::vector<CurvePoint> rising;
  std::vector<CurvePoint> to_zero;
  for (const double n : {100, 300, 1000, 3000}) {
    rising.push_back({.n = n, .mean = 0.1 + 1e-5 * n, .sem = 0.01});
    to_zero.push_back({.n = n, .mean = 5 / n - 0.001, .sem = 0.01});
  }
  EXPECT_FALSE(fit_power_law(rising)->identified);
  EXPECT_FALSE(fit_power_law(to_zero)->identified);
  EXPECT_EQ(fit_power_law(to_zero)->delta, 0);
  EXPECT_FALSE(fit_power_law(std::vector<CurvePoint>{{100, 0.1, 0.01}, {200, 0.09, 0.01}}));
  // Without standard errors all points count alike.
  for (CurvePoint& point : rising) point.sem = 0;
  EXPECT_TRUE(fit_power_law(rising));
}

TEST(PowerLaw, SizeAtWhichAGapIsMet) {
  const PowerLaw a{.alpha = 4, .beta = 0.5, .delta = 0.2};
  const PowerLaw b{.alpha = 2, .beta = 0.5, .delta = 0.15};
  // 2 n^-1/2 + .05 = .07 at n = 10,000.
  EXPECT_NEAR(*size_for_gap(a, b, 0.07, 100, 1e9), 10'000, 1e-3);
  EXPECT_EQ(size_for_gap(a, b, 0.04, 100, 1e9), std::nullopt);  // not by more data
  EXPECT_EQ(*size_for_gap(a, b, 0.5, 100, 1e9), 100);
  // A curve that dips below and comes up again does not count before it stays.
  const PowerLaw c{.alpha = 100, .beta = 2, .delta = 1};
  const PowerLaw d{.alpha = 50, .beta = 1, .delta = 0.99};
  const auto size = size_for_gap(c, d, 0.05, 1.5, 1e6);
  ASSERT_TRUE(size);
  for (const double n : {*size, 2 * *size, 1e5, 1e6}) {
    EXPECT_LE(std::abs(c.at(n) - d.at(n)), 0.05 + 1e-12);
  }
  EXPECT_GT(std::abs(c.at(0.999 * *size) - d.at(0.999 * *size)), 0.05);
}

/// Any predictions and any truth: cost = noise + bias + variance.
TEST(Decomposition, IsAnIdentity) {
  rng::Stream stream(1, rng::Purpose::test, 1);
  for (int k = 0; k < 500; ++k) {
    for (const CostMetric metric :
         {CostMetric::zero_one, CostMetric::fpr, CostMetric::fnr, CostMetric::mse}) {
      DecompositionSum sum(metric);
      for (int i = 0; i < 5; ++i) {
        const double p = rng::uniform(stream);
        sum.add({.positive = p,
                 .noise_variance = p * (1 - p),
                 .flagged = rng::uniform(stream),
                 .mean = rng::uniform(stream),
                 .variance = 0.1 * rng::uniform(stream)},
                rng::uniform(stream));
      }
      const Decomposition parts = sum.finish();
      EXPECT_NEAR(parts.cost, parts.noise + parts.bias + parts.variance, 1e-12);
    }
  }
  EXPECT_EQ(DecompositionSum(CostMetric::fpr).finish().weight, 0);
}

}  // namespace
}  // namespace faultline::methods
