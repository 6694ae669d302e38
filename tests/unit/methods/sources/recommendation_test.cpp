// The rules that turn figures into advice, one by one.

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

SourcesReport::GapCurve gap_curve(double now, double later, std::pair<double, double> interval) {
  return {.groups = {"men", "women"},
          .metric = result::CostMetric::fnr,
          .points = {{.n = 1000, .group_n = 300, .mean = -0.2, .sem = 0.01},
                     {.n = 8000, .group_n = 2400, .mean = now, .sem = 0.01}},
          .extrapolation = {{.factor = 10, .n = 80000, .value = later, .interval = interval}},
          .gap = 0.01,
          .answer = "about 90,000 people"};
}

/// Noise, bias and variance of women beyond those of men.
std::vector<SourcesReport::Decomposition> parts(double noise, double bias, double variance,
                                                CostMetric metric = CostMetric::fnr) {
  return {{.model = "forest",
           .group = "men",
           .metric = metric,
           .noise_estimator = result::NoiseEstimator::boosted},
          {.model = "forest",
           .group = "women",
           .metric = metric,
           .cost = noise + bias + variance,
           .noise = noise,
           .bias = bias,
           .variance = variance,
           .bayes_risk = noise,
           .noise_estimator = result::NoiseEstimator::boosted}};
}

SourcesReport::Recommendation only(SourcesReport report) {
  add_recommendation({}, report);
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
}

TEST(Recommendation, MoreDataWhereTheCurveFallsForSure) {
  SourcesReport report = with_level();
  report.gap_curves = {gap_curve(-0.1, -0.03, {-0.05, -0.01})};
  const auto advice = only(report);
  EXPECT_EQ(advice.action, result::Action::more_data);
  EXPECT_THAT(advice.because,
              Contains(HasSubstr("10.0 points higher for women than for men (6.0 to 14.0)")));
  EXPECT_THAT(advice.because, Contains(HasSubstr("3.0 points are expected (1.0 to 5.0)")));
  EXPECT_THAT(advice.because, Contains("A difference of at most 1.0 points: about 90,000 people."));
}

TEST(Recommendation, MoreOfTheGroupWhereGrowingItAloneHelps) {
  SourcesReport report = with_level();
  report.gap_curves = {gap_curve(-0.1, -0.09, {-0.11, -0.07}),
                       gap_curve(-0.1, -0.04, {-0.06, -0.02})};
  report.gap_curves[1].grows = "women";
  const auto advice = only(report);
  EXPECT_EQ(advice.action, result::Action::more_of_group);
  EXPECT_THAT(advice.advice, HasSubstr("of women first"));
  EXPECT_THAT(advice.because, Contains(HasSubstr("ten times as many of women alone, 4.0 points")));
}

TEST(Recommendation, APartThatDataRemovesIsNamed) {
  SourcesReport report = with_level();
  report.gap_curves = {gap_curve(-0.1, -0.09, {-0.11, -0.07}),
                       gap_curve(-0.1, -0.07, {-0.09, -0.05})};
  report.gap_curves[1].grows = "women";
  EXPECT_EQ(only(report).action, result::Action::more_of_group);  // nothing else is known
  report.decomposition = parts(0.08, 0.01, 0.01);
  const auto advice = only(report);
  EXPECT_EQ(advice.action, result::Action::variables);
  EXPECT_THAT(advice.advice,
              HasSubstr("Ten times the data of women alone would remove about 30 % of it."));
}

TEST(Recommendation, FewRepetitionsAreTentative) {
  SourcesReport report = with_level();
  report.gap_curves = {gap_curve(-0.1, -0.03, {-0.05, -0.01})};
  EXPECT_THAT(only(report).advice, ::testing::Not(HasSubstr("Tentative")));
  report.repetitions = 4;
  EXPECT_THAT(only(report).advice, HasSubstr("Tentative: 4 repetitions only."));
}

TEST(Recommendation, AnUncertainFallIsNoPromise) {
  SourcesReport report = with_level();
  report.gap_curves = {gap_curve(-0.1, -0.03, {-0.16, 0.1})};
  report.decomposition = parts(0.08, 0.01, 0.01);
  report.clusters_tried = 50;
  report.clusters = {{.cluster = "managers",
                      .kind = result::ClusterKind::feature,
                      .metric = result::CostMetric::fnr,
                      .share = 0.12,
                      .groups = {{.group = "women", .cost = 0.6, .se = 0.02},
                                 {.group = "men", .cost = 0.35, .se = 0.02}}},
                     {.cluster = "nearly everybody",
                      .kind = result::ClusterKind::feature,
                      .metric = result::CostMetric::fnr,
                      .share = 0.95,
                      .groups = {{.group = "women", .cost = 0.9, .se = 0.02},
                                 {.group = "men", .cost = 0.35, .se = 0.02}}}};
  const auto advice = only(report);
  EXPECT_EQ(advice.action, result::Action::variables);
  EXPECT_THAT(advice.advice, HasSubstr("'managers'"));
  EXPECT_THAT(advice.advice, ::testing::Not(HasSubstr("would remove")));
  EXPECT_THAT(advice.because,
              Contains(HasSubstr("Of a difference of 10.0 points, 8.0 are noise, 1.0 bias and 1.0 "
                                 "variance, judged by what boosted trees can learn")));
  EXPECT_THAT(advice.because,
              Contains("In the cluster 'managers' (12 % of people) it is 25.0 points."));
}

TEST(Recommendation, AnotherModelWhereBiasIsLargest) {
  SourcesReport report = with_level();
  report.decomposition = parts(-0.05, 0.14, 0.01);
  const auto advice = only(report);
  EXPECT_EQ(advice.action, result::Action::model);
  EXPECT_THAT(advice.advice, HasSubstr("not knowing the group"));
}

TEST(Recommendation, NoiseAndBiasMayBeEquallyLarge) {
  SourcesReport report = with_level();
  report.decomposition = parts(0.05, 0.048, 0.002);
  EXPECT_THAT(only(report).advice, HasSubstr("about equal parts"));
}

TEST(Recommendation, EstimatesThatDisagreeSayNothing) {
  SourcesReport report = with_level();
  report.decomposition = parts(0.02, 0.08, 0);
  report.decomposition[0].noise_range = std::pair{0.0, 0.0};
  report.decomposition[0].bias_range = std::pair{0.0, 0.0};
  report.decomposition[1].noise_range = std::pair{0.02, 0.09};
  report.decomposition[1].bias_range = std::pair{0.01, 0.08};
  const auto advice = only(report);
  EXPECT_EQ(advice.action, result::Action::unclear);
  EXPECT_THAT(advice.because, Contains(HasSubstr("the two estimates do not agree")));
}

TEST(Recommendation, NothingUntestedIsCalledFair) {
  SourcesReport report = with_level(std::nullopt);
  EXPECT_THAT(only(report).advice, HasSubstr("Too few people to tell"));
  report.levels.push_back(report.levels[0]);
  report.levels[1].metric = result::CostMetric::fpr;
  report.levels[1].p_value = report.levels[1].p_value_adjusted = 0.7;
  EXPECT_THAT(only(report).advice, HasSubstr("that could be tested"));
}

TEST(Recommendation, NoiseBoundsSpeakOfTheErrorRateOnly) {
  SourcesReport report = with_level();
  report.noise = {{.group = "men",
                   .method = result::NoiseMethod::nearest_neighbour,
                   .lower = 0.01,
                   .upper = 0.05},
                  {.group = "women",
                   .method = result::NoiseMethod::nearest_neighbour,
                   .lower = 0.1,
                   .upper = 0.2}};
  EXPECT_EQ(only(report).action, result::Action::unclear);
  report.levels[0].metric = result::CostMetric::zero_one;
  EXPECT_EQ(only(report).action, result::Action::variables);
  report.noise[1].lower = 0.04;  // they overlap
  EXPECT_EQ(only(report).action, result::Action::unclear);
  report.noise[1].lower = 0.1;
  report.costs = {{.model = "forest",
                   .group = "women",
                   .metric = result::CostMetric::zero_one,
                   .estimate = 0.05,
                   .interval = std::pair{0.04, 0.06}}};  // the model does better than that
  EXPECT_EQ(only(report).action, result::Action::unclear);
  report.costs.clear();
  report.noise.push_back(
      {.group = "women", .method = result::NoiseMethod::mahalanobis, .upper = 0.08});
  EXPECT_EQ(only(report).action, result::Action::unclear);  // the bounds contradict each other
}

TEST(Recommendation, EveryMetricHasItsOwnFigures) {
  SourcesReport report = with_level();
  report.levels.push_back(report.levels[0]);
  report.levels[1].metric = result::CostMetric::fpr;
  report.gap_curves = {gap_curve(-0.1, -0.03, {-0.05, -0.01}),
                       gap_curve(-0.1, -0.11, {-0.12, -0.1})};
  report.gap_curves[1].metric = result::CostMetric::fpr;
  report.decomposition = parts(0.1, 0, 0);
  for (const auto& part : parts(0, 0.1, 0, CostMetric::fpr)) report.decomposition.push_back(part);
  add_recommendation({}, report);
  ASSERT_THAT(report.recommendation, SizeIs(2));
  EXPECT_EQ(report.recommendation[0].action, result::Action::more_data);
  EXPECT_EQ(report.recommendation[1].action, result::Action::model);
}

TEST(Recommendation, RestsOnCosts) {
  SourcesReport report = with_level();
  report.levels.clear();
  add_recommendation({.costs = false}, report);
  EXPECT_TRUE(report.recommendation.empty());
  EXPECT_THAT(texts(report.notices), Contains(HasSubstr("part costs")));
  EXPECT_FALSE(has_significant_level(report, 0.05));
  EXPECT_TRUE(has_significant_level(with_level(), 0.05));
  EXPECT_FALSE(has_significant_level(with_level(std::nullopt), 0.05));
}

}  // namespace
}  // namespace faultline::methods
