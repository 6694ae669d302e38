// Costs of groups, their levels and tests, as a report holds them.

#include <algorithm>
#include <cmath>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "faultline/base/error.hpp"
#include "faultline/methods/sources/evaluation.hpp"
#include "faultline/rng/draw.hpp"

namespace faultline::methods {
namespace {

using ::testing::HasSubstr;

/// Two groups; y = 1 where x > 0, flipped for a share of the second group.
SourcesInput noisy_second_group(std::int64_t people, double flipped) {
  SourcesInput input;
  input.protected_column = "sex";
  input.groups = {"f", "m"};
  rng::Stream stream(7, rng::Purpose::test, 0);
  std::vector<double> x;
  for (std::int64_t i = 0; i < people; ++i) {
    x.push_back(rng::normal(stream));
    input.group.push_back(static_cast<std::int32_t>(i % 2));
    const bool flip = i % 2 == 1 && rng::bernoulli(stream, flipped);
    input.outcome.push_back((x.back() > 0) != flip ? 1 : 0);
  }
  input.features = std::make_unique<model::Features>(people);
  input.features->add("x", x);
  return input;
}

const SourcesReport::Cost& cost(const SourcesReport& report, const std::string& group,
                                CostMetric metric) {
  return *std::find_if(report.costs.begin(), report.costs.end(), [&](const auto& entry) {
    return entry.group == group && entry.metric == metric;
  });
}

TEST(SourcesCosts, OfGivenPredictionsByHand) {
  SourcesInput input;
  input.groups = {"a", "b"};
  SourcesInput::GivenModel given{.name = "p"};
  for (int i = 0; i < 40; ++i) {
    input.group.push_back(i % 2);
    input.outcome.push_back(i < 20 ? 1 : 0);
    given.score.push_back(i % 8 == 0 ? 0.0 : 1.0);  // of group a, half are predicted 0
  }
  SourcesReport report;
  const std::vector<EvaluatedModel> models{evaluate(input, {}, given)};
  add_costs(input, {}, models, report);
  EXPECT_DOUBLE_EQ(cost(report, "a", CostMetric::fnr).estimate, 3.0 / 10);  // i = 0, 8, 16
  EXPECT_EQ(cost(report, "a", CostMetric::fnr).n, 10);
  EXPECT_EQ(cost(report, "b", CostMetric::fnr).estimate, 0);
  EXPECT_DOUBLE_EQ(cost(report, "a", CostMetric::fpr).estimate, 8.0 / 10);
  EXPECT_EQ(cost(report, "b", CostMetric::fpr).estimate, 1);
  EXPECT_DOUBLE_EQ(cost(report, "a", CostMetric::zero_one).estimate, 11.0 / 20);
  EXPECT_GT(cost(report, "b", CostMetric::fpr).interval->second, 0.99);
  EXPECT_LT(cost(report, "b", CostMetric::fpr).interval->first, 0.8);  // Wilson's, not a point
  const auto fnr = std::find_if(report.levels.begin(), report.levels.end(), [](const auto& level) {
    return level.metric == result::CostMetric::fnr;
  });
  EXPECT_DOUBLE_EQ(fnr->difference, 0.3);
  EXPECT_NEAR(fnr->se, std::sqrt(0.21 * 10 / 9 / 10), 1e-12);
  EXPECT_EQ(fnr->groups, (SourcesReport::Groups{"a", "b"}));
  EXPECT_GE(*fnr->p_value_adjusted, *fnr->p_value);
  EXPECT_TRUE(report.group_tests.empty());  // no folds
}

TEST(SourcesCosts, OfNobodyAndOfFew) {
  SourcesInput input;
  input.groups = {"a", "b"};
  input.group = {0, 0, 0, 1, 1, 1};
  input.outcome = {0, 1, 0, 0, 0, 0};
  const SourcesInput::GivenModel given{.name = "p", .score = {0.1, 0.9, 0.6, 0.2, 0.3, 0.7}};
  SourcesReport report;
  const std::vector<EvaluatedModel> models{evaluate(input, {}, given)};
  add_costs(input, {}, models, report);
  EXPECT_THAT(texts(report.notices), ::testing::Contains(HasSubstr("fnr of group 'b'")));
  EXPECT_THAT(texts(report.notices), ::testing::Contains(HasSubstr("fewer than 10 people")));
  for (const auto& level : report.levels) EXPECT_FALSE(level.p_value);
}

TEST(SourcesCosts, FoldsFindTheNoisyGroupAndNameItFirstMinusSecond) {
  const SourcesInput input = noisy_second_group(2000, 0.3);
  SourcesOptions options;
  options.learners = {model::parse_learner("tree")};
  const std::vector<EvaluatedModel> models{evaluate(input, options, options.learners[0], {})};
  ASSERT_EQ(models[0].person.size(), 2000U);
  EXPECT_EQ(models[0].folds, 5);
  SourcesReport report;
  add_costs(input, options, models, report);
  EXPECT_NEAR(cost(report, "m", CostMetric::zero_one).estimate, 0.3, 0.06);
  EXPECT_LT(cost(report, "f", CostMetric::zero_one).estimate, 0.05);
  for (const auto& test : report.group_tests) {
    if (test.metric != result::CostMetric::zero_one) continue;
    ASSERT_EQ(test.pairs.size(), 1U);
    EXPECT_EQ(test.pairs[0].groups, (SourcesReport::Groups{"f", "m"}));
    EXPECT_NEAR(test.pairs[0].difference, -0.27, 0.06);
    EXPECT_LT(test.pairs[0].interval->first, test.pairs[0].difference);
    EXPECT_GT(test.pairs[0].interval->second, test.pairs[0].difference);
    EXPECT_LT(test.p_value, 1e-6);
  }
}

TEST(SourcesCosts, EverybodyIsPredictedByThoseWhoDidNotSeeThem) {
  // Each person has a value of his or her own and a random outcome: a tree that had seen them would
  // be right, one that has not is a coin.
  SourcesInput input = noisy_second_group(600, 0);
  rng::Stream stream(3, rng::Purpose::test, 1);
  for (double& y : input.outcome) y = rng::bernoulli(stream, 0.5) ? 1 : 0;
  SourcesOptions options;
  options.tune = false;
  model::LearnerOptions tree = model::parse_learner("tree");
  tree.depth = 30;
  const EvaluatedModel folds = evaluate(input, options, tree, {});
  options.evaluation = Evaluation::split;
  const EvaluatedModel split = evaluate(input, options, tree, {});
  EXPECT_EQ(split.person.size(), 120U);
  for (const EvaluatedModel* evaluated : {&folds, &split}) {
    const auto costs = group_costs(CostMetric::zero_one, evaluated->predicted, 2);
    const double wrong =
        (costs[0].mean * costs[0].n + costs[1].mean * costs[1].n) / (costs[0].n + costs[1].n);
    // Within five standard errors of one half (false alarms below 1e-6).
    EXPECT_NEAR(wrong, 0.5, 5 * 0.5 / std::sqrt(costs[0].n + costs[1].n));
  }
}

TEST(SourcesCosts, DoNotDependOnThreads) {
  const SourcesInput input = noisy_second_group(500, 0.2);
  SourcesOptions options;
  const model::LearnerOptions forest = model::parse_learner("forest");
  options.threads = 1;
  const EvaluatedModel one = evaluate(input, options, forest, {});
  options.threads = 3;
  const EvaluatedModel three = evaluate(input, options, forest, {});
  EXPECT_EQ(one.predicted.score, three.predicted.score);
}

TEST(SourcesCosts, TooFewPeopleForTheFolds) {
  const SourcesInput input = noisy_second_group(4, 0);
  EXPECT_THROW((void)evaluate(input, {}, model::parse_learner("tree"), {}), InputError);
}

TEST(SourcesCosts, TwoModelsOnTheSamePeopleAreCompared) {
  SourcesInput input = noisy_second_group(1000, 0.3);
  input.given = {{.name = "fair", .score = std::vector<double>(1000, 0.0)},
                 {.name = "right for f", .score = {}}};
  for (std::size_t i = 0; i < 1000; ++i)
    input.given[1].score.push_back(input.group[i] == 0 ? input.outcome[i] : 0.0);
  std::vector<EvaluatedModel> models;
  for (const auto& given : input.given) models.push_back(evaluate(input, {}, given));
  SourcesReport report;
  add_costs(input, {}, models, report);
  const auto zero_one = std::find_if(
      report.comparisons.begin(), report.comparisons.end(),
      [](const auto& comparison) { return comparison.metric == result::CostMetric::zero_one; });
  ASSERT_NE(zero_one, report.comparisons.end());
  EXPECT_LT(zero_one->difference, -0.3);  // the first discriminates less
  EXPECT_LT(*zero_one->p_value, 1e-6);
}

}  // namespace
}  // namespace faultline::methods
