// The table of predictions: who is tested when, who does better for whom, and what is refused.

#include "faultline/methods/sources/what_if.hpp"

#include <cmath>
#include <set>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "faultline/methods/sources/optimum.hpp"
#include "faultline/methods/sources/questions.hpp"
#include "faultline/methods/sources/scaled_features.hpp"
#include "faultline/methods/sources/sources.hpp"
#include "faultline/rng/draw.hpp"

namespace faultline::methods {
namespace {

using ::testing::HasSubstr;

/// The outcome follows x, in group b the other way round: only a model that knows the group helps
/// b, a sixth of the people. `groups` beyond two are like a.
SourcesInput turned_round(std::int64_t n, int groups = 2) {
  SourcesInput input;
  input.protected_column = "g";
  for (int g = 0; g < groups; ++g) input.groups.emplace_back(1, static_cast<char>('a' + g));
  rng::Stream stream(5, rng::Purpose::test, 0);
  std::vector<double> x, z;
  for (std::int64_t i = 0; i < n; ++i) {
    const auto who = rng::below(stream, 6);
    const std::int32_t group = who == 0 ? 1 : groups > 2 && who == 1 ? 2 : 0;
    x.push_back(rng::normal(stream));
    z.push_back(rng::normal(stream));
    const bool up = (x.back() > 0) != (group == 1);
    input.group.push_back(group);
    input.outcome.push_back(rng::bernoulli(stream, up ? 0.95 : 0.05) ? 1 : 0);
  }
  input.features = std::make_unique<model::Features>(n);
  input.features->add("x", x);
  input.features->add("z", z);
  return input;
}

SourcesOptions quick() {
  SourcesOptions options;
  options.learners = {model::parse_learner("logistic")};
  options.decomposition = options.curves = options.noise = options.clusters = false;
  options.tune = false;
  options.threads = 1;
  return options;
}

TEST(FoldPlan, EverybodyOnceAndSmallerSetsInsideLargerOnes) {
  const SourcesInput input = turned_round(600);
  const FoldPlan plan = deal_plan(input, 1, 1000);
  ASSERT_EQ(plan.size(), 600U);
  std::vector<int> in_fold(kPlanFolds, 0), of_b(kPlanFolds, 0);
  for (std::size_t i = 0; i < plan.size(); ++i) {
    ++in_fold[static_cast<std::size_t>(plan.fold[i])];
    of_b[static_cast<std::size_t>(plan.fold[i])] += plan.group[i];
  }
  for (const int count : in_fold) EXPECT_EQ(count, 120);
  for (const int count : of_b) EXPECT_NEAR(count, 20, 5);
  const std::vector<double> half{0.5, 0.5}, quarter{0.25, 0.25}, all{1, 1}, none_of_b{1, 0};
  const auto large = plan.training(0, half);
  const auto small = plan.training(0, quarter);
  EXPECT_TRUE(std::ranges::includes(large, small));
  EXPECT_EQ(plan.training(0, all).size(), 480U);
  EXPECT_NEAR(static_cast<double>(small.size()), 120, 4);
  for (const std::int64_t i : plan.training(1, none_of_b))
    EXPECT_EQ(input.group[static_cast<std::size_t>(i)], 0);
  const auto tested = plan.tested(0);
  for (const std::size_t i : tested)
    EXPECT_FALSE(std::ranges::binary_search(plan.training(0, all), plan.person[i]));
}

TEST(FoldPlan, ManyPeopleAreDrawnInProportion) {
  const FoldPlan plan = deal_plan(turned_round(3000), 1, 600);
  EXPECT_NEAR(static_cast<double>(plan.size()), 600, 4);
  EXPECT_NEAR(static_cast<double>(std::ranges::count(plan.group, 1)), 100, 20);
}

TEST(ScaledFeatures, ProductsInteractionsAndLimits) {
  model::Features features(4);
  const std::vector<double> a{1, 2, 3, 4}, b{1, -1, 1, -1};
  features.add("a", a);
  features.add("b", b);
  const auto products = with_products(features, 3);
  ASSERT_TRUE(products);
  EXPECT_EQ(products->columns(), 2 + 3);
  EXPECT_FALSE(with_products(features, 2));
  const std::vector<std::int32_t> group{0, 0, 1, 1};
  const model::Features by_group = with_interactions(features, "g", {"x", "y"}, group);
  EXPECT_EQ(by_group.columns(), 2 + 2 + 4);
  EXPECT_EQ(by_group.column(4)[2], 0);  // a of x, of somebody in y
  EXPECT_NE(by_group.column(6)[2], 0);
}

TEST(Optimum, IsReachedByAModelThatKnowsTheGroupAndKnowsItsRange) {
  const SourcesInput input = turned_round(1500);
  const SourcesReport report = find_sources(input, quick()).report;
  ASSERT_EQ(report.optimum.size(), 2U);
  for (const auto& one : report.optimum) {
    ASSERT_TRUE(one.estimate) << one.why;
    EXPECT_LE(one.interval->first, 0.05);
    EXPECT_GE(one.interval->second, 0.05);
    EXPECT_GE(*one.estimate, one.interval->first);
    EXPECT_LE(*one.estimate, one.interval->second);
    EXPECT_LE(*one.estimate, one.reached);
    EXPECT_NEAR(*one.regret, one.cost - *one.estimate, 1e-12);
  }
  EXPECT_GT(report.optimum[1].cost, 0.8);  // b, by a model that follows a
  EXPECT_THAT(report.optimum[1].candidate, HasSubstr("group"));
}

TEST(Advice, ToldTheGroupIsFoundAndMoreOfItIsNot) {
  const SourcesReport report = find_sources(turned_round(1500), quick()).report;
  const auto found = std::ranges::find(report.recommendation, CostMetric::zero_one,
                                       &SourcesReport::Recommendation::metric);
  ASSERT_NE(found, report.recommendation.end());
  EXPECT_EQ(found->action, Action::tell_group) << found->advice;
  ASSERT_EQ(found->shares.size(), 5U);
  for (const auto& share : found->shares) {
    if (!share.share) continue;
    EXPECT_LE(*share.share, 1);
    EXPECT_LE(share.interval->first, *share.share);
    EXPECT_GE(share.interval->second, *share.share);
  }
  EXPECT_GT(*found->shares[1].share, 0.8);
  EXPECT_EQ(found->shares[4].action, Action::variables);
  EXPECT_LT(*found->shares[4].share, 0.3);
}

TEST(Advice, OfThreeGroupsTheWorstComesFirstAgainstAllOthers) {
  const SourcesReport report = find_sources(turned_round(1500, 3), quick()).report;
  ASSERT_FALSE(report.recommendation.empty());
  EXPECT_EQ(report.recommendation.front().groups, (SourcesReport::Groups{"b", "all others"}));
  EXPECT_EQ(report.recommendation.front().action, Action::tell_group);
}

TEST(WhatIf, TheSameForAnyNumberOfThreads) {
  const SourcesInput input = turned_round(400);
  SourcesOptions options = quick();
  const SourcesReport one = find_sources(input, options).report;
  options.threads = 3;
  const SourcesReport three = find_sources(input, options).report;
  ASSERT_EQ(one.forecasts.size(), three.forecasts.size());
  for (std::size_t i = 0; i < one.forecasts.size(); ++i) {
    ASSERT_EQ(one.forecasts[i].at.size(), three.forecasts[i].at.size());
    for (std::size_t k = 0; k < one.forecasts[i].at.size(); ++k)
      EXPECT_EQ(one.forecasts[i].at[k].value, three.forecasts[i].at[k].value);
  }
  EXPECT_EQ(one.optimum[1].estimate, three.optimum[1].estimate);
}

TEST(WhatIf, FewPeopleAreToldWhy) {
  const SourcesReport report = find_sources(turned_round(90), quick()).report;
  EXPECT_TRUE(report.optimum.empty());
  std::vector<std::string> texts;
  for (const auto& notice : report.notices) texts.push_back(notice.text);
  EXPECT_THAT(texts, ::testing::Contains("Part candidates: 90 people are too few; there must be at "
                                         "least 100."));
}

TEST(Optimum, SaysWhyItIsNotTold) {
  SourcesInput input = turned_round(200);
  for (std::size_t i = 0; i < input.group.size(); ++i) input.group[i] = i < 30 ? 1 : 0;
  const SourcesReport report = find_sources(input, quick()).report;
  ASSERT_EQ(report.optimum.size(), 2U);
  EXPECT_FALSE(report.optimum[1].estimate);
  EXPECT_EQ(report.optimum[1].why, "30 people are fewer than 50");
  // Another threshold than one half is not meant to err least.
  SourcesOptions options = quick();
  options.rule.threshold = 0.3;
  const SourcesReport other = find_sources(turned_round(300), options).report;
  EXPECT_TRUE(other.optimum.empty());
}

}  // namespace
}  // namespace faultline::methods
