// What is said where causes are not told, and the sentences below advice; advice_test.cpp has the
// rules and what_if_test.cpp whole runs.

#include "faultline/methods/sources/recommendation.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace faultline::methods {
namespace {

using ::testing::Contains;
using ::testing::HasSubstr;
using ::testing::SizeIs;

/// Women have a false negative rate that is .1 higher.
SourcesReport with_level(std::optional<double> p_value = 0.001) {
  SourcesReport report;
  report.outcome = result::OutcomeKind::binary;
  report.models = {{.name = "forest"}};
  report.repetitions = 20;
  report.groups = {{.group = "men"}, {.group = "women"}};
  report.levels = {{.model = "forest",
                    .groups = {"men", "women"},
                    .metric = result::CostMetric::fnr,
                    .difference = -0.1,
                    .se = 0.02,
                    .interval = std::pair{-0.14, -0.06},
                    .p_value = p_value,
                    .p_value_adjusted = p_value}};
  return report;
}

SourcesReport::Recommendation only(SourcesReport report) {
  add_recommendation(questions_of_levels(report, 0.05), {}, nullptr, report);
  EXPECT_THAT(report.recommendation, SizeIs(1));
  return report.recommendation.front();
}

TEST(Recommendation, NothingToRepairWhereNothingIsSignificant) {
  const auto advice = only(with_level(0.4));
  EXPECT_EQ(advice.action, result::Action::none);
  EXPECT_THAT(advice.advice, HasSubstr("no proof"));
  EXPECT_THAT(advice.because,
              Contains(HasSubstr(
                  "In false negative rate, men minus women is -10.0 points (-14.0 to -6.0)")));
  EXPECT_TRUE(advice.shares.empty());
}

TEST(Recommendation, NothingUntestedIsCalledFair) {
  SourcesReport report = with_level(std::nullopt);
  EXPECT_THAT(only(report).advice, HasSubstr("Too few people to tell"));
  report.levels.push_back(report.levels[0]);
  report.levels[1].metric = result::CostMetric::fpr;
  report.levels[1].p_value = report.levels[1].p_value_adjusted = 0.7;
  EXPECT_THAT(only(report).advice, HasSubstr("that could be tested"));
}

TEST(Recommendation, WithoutALearnerCausesAreNotTold) {
  const auto advice = only(with_level());
  EXPECT_EQ(advice.action, result::Action::unclear);
  EXPECT_THAT(advice.advice, HasSubstr("with a learner (`model`)"));
  EXPECT_THAT(advice.because,
              Contains("The false negative rate is 10.0 points higher for women than for men (6.0 "
                       "to 14.0)."));
}

TEST(Recommendation, BoundsNeverArgueForNoise) {
  SourcesReport report = with_level();
  report.levels[0].metric = result::CostMetric::zero_one;
  report.noise = {{.group = "men",
                   .method = result::NoiseMethod::nearest_neighbour,
                   .lower = 0.01,
                   .upper = 0.05},
                  {.group = "women",
                   .method = result::NoiseMethod::nearest_neighbour,
                   .lower = 0.1,
                   .upper = 0.2}};
  EXPECT_EQ(only(report).action, result::Action::unclear);
}

TEST(Recommendation, AClusterIsNamedOnlyWhereItStandsOut) {
  SourcesReport report = with_level();
  report.cluster_tests = {{.cluster = "managers",
                           .groups = {"men", "women"},
                           .share = 0.12,
                           .gap = -0.25,
                           .gap_outside = -0.05,
                           .mean_outcome = {0.5, 0.3},
                           .mean_outcome_outside = {0.4, 0.2},
                           .named = true},
                          {.cluster = "nearly everybody", .groups = {"men", "women"}}};
  EXPECT_THAT(
      only(report).because,
      Contains("In the cluster 'managers' (12 % of people) the error rate of men minus "
               "that of women is -25.0 points, elsewhere -5.0 points; base rates there are 50.0 "
               "and 30.0 %, elsewhere 40.0 and 20.0 %."));
  report.cluster_tests.front().named = false;
  EXPECT_THAT(only(report).because, ::testing::Not(Contains(HasSubstr("cluster"))));
}

TEST(Recommendation, TheLargestDifferenceComesFirst) {
  SourcesReport report = with_level();
  report.levels.push_back(report.levels[0]);
  report.levels[1].metric = result::CostMetric::fpr;
  report.levels[1].difference = 0.2;
  add_recommendation(questions_of_levels(report, 0.05), {}, nullptr, report);
  ASSERT_THAT(report.recommendation, SizeIs(2));
  EXPECT_EQ(report.recommendation[0].metric, result::CostMetric::fpr);
}

TEST(Recommendation, RestsOnCosts) {
  SourcesReport report = with_level();
  report.levels.clear();
  add_recommendation({}, {.costs = false}, nullptr, report);
  EXPECT_TRUE(report.recommendation.empty());
  EXPECT_THAT(texts(report.notices), Contains(HasSubstr("part costs")));
  EXPECT_FALSE(has_significant_level(report, 0.05));
  EXPECT_TRUE(has_significant_level(with_level(), 0.05));
  EXPECT_FALSE(has_significant_level(with_level(std::nullopt), 0.05));
}

}  // namespace
}  // namespace faultline::methods
