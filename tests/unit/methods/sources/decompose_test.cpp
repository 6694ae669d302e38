// Bias, variance and noise the whole way from people to report.

#include "faultline/methods/sources/decompose.hpp"

#include <algorithm>
#include <array>
#include <cmath>

#include "eight_cells.hpp"
#include "support/needs_trees.hpp"
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "faultline/base/error.hpp"
#include "faultline/methods/sources/decompose_draws.hpp"
#include "faultline/methods/sources/decompose_optimal.hpp"
#include "faultline/methods/sources/decompose_terms.hpp"
#include "faultline/methods/sources/decomposition.hpp"
#include "faultline/rng/draw.hpp"

namespace faultline::methods {
namespace {

using ::testing::Contains;
using ::testing::HasSubstr;

/// People of the two groups, x as a category.
SourcesInput cell_people(std::int64_t people, bool one_group = false) {
  SourcesInput input;
  input.protected_column = "sex";
  input.groups = {"a"};
  if (!one_group) input.groups.emplace_back("b");
  rng::Stream stream(7, rng::Purpose::test, 0);
  std::vector<data::Code> cells;
  for (std::int64_t i = 0; i < people; ++i) {
    const std::size_t group = !one_group && rng::bernoulli(stream, kSecondGroup) ? 1 : 0;
    const int x = draw_cell(stream, group);
    cells.push_back(static_cast<data::Code>(x));
    input.group.push_back(static_cast<std::int32_t>(group));
    input.outcome.push_back(
        rng::bernoulli(stream, kPositive[group][static_cast<std::size_t>(x)]) ? 1 : 0);
  }
  data::Attribute attribute{.name = "x"};
  for (int x = 0; x < kCells; ++x) attribute.labels.push_back(std::to_string(x));
  input.features = std::make_unique<model::Features>(people);
  input.features->add(attribute, cells);
  return input;
}

SourcesOptions with(const std::vector<model::LearnerKind>& kinds) {
  SourcesOptions options;
  for (const model::LearnerKind kind : kinds) options.learners.push_back({.kind = kind});
  options.repetitions = 12;
  options.draws = TrainingDraws::bootstrap;
  options.tune = false;
  options.threads = 1;
  return options;
}

SourcesReport decompose(const SourcesInput& input, const SourcesOptions& options) {
  SourcesReport report;
  EXPECT_TRUE(add_decomposition(input, options, Deadline(options.budget), {}, report));
  return report;
}

TEST(AddDecomposition, FindsNoiseAndBayesRisk) {
  FAULTLINE_NEEDS_TREES();
  const SourcesInput input = cell_people(4000);
  SourcesOptions options = with({model::LearnerKind::ridge, model::LearnerKind::tree});
  options.learners[1].depth = 1;
  const SourcesReport report = decompose(input, options);
  ASSERT_EQ(report.decomposition.size(), 4U * 2 * 2);  // metrics, learners, groups
  ASSERT_EQ(report.decomposition_gaps.size(), 4U * 2);
  EXPECT_EQ(report.models.size(), 2U);
  EXPECT_EQ(report.models[0].fits, 12);
  for (const auto& entry : report.decomposition) {
    SCOPED_TRACE(entry.model + " " + std::string(name_of(entry.metric)) + " " + entry.group);
    EXPECT_EQ(entry.noise_estimator, result::NoiseEstimator::boosted);
    EXPECT_NEAR(entry.predictions_per_person, 12 * std::exp(-1), 0.5);
    ASSERT_TRUE(entry.noise_range);
    ASSERT_TRUE(entry.bias_range);
    EXPECT_LE(entry.noise_range->first, entry.noise);
    EXPECT_GE(entry.noise_range->second, entry.noise);
    if (entry.metric == result::CostMetric::mse) {
      // A standard error is .005 at most: 2,800 and 1,200 people.
      EXPECT_NEAR(entry.noise, entry.group == "a" ? .1655 : .197, 0.02);
      EXPECT_NEAR(entry.residual, 0, 0.01);
    } else {
      EXPECT_NEAR(entry.residual, 0, 1e-12);
    }
    if (entry.metric == result::CostMetric::zero_one) {
      EXPECT_NEAR(entry.bayes_risk, entry.group == "a" ? .245 : .315, 0.04);
    }
  }
  const auto& gap = report.decomposition_gaps[0];
  EXPECT_NEAR(gap.level, report.decomposition[0].cost - report.decomposition[1].cost, 1e-12);
  ASSERT_TRUE(gap.variance_interval);
  EXPECT_LT(gap.variance_interval->first, gap.variance);
  EXPECT_GT(gap.variance_interval->second, gap.variance);
}

TEST(AddDecomposition, LearnersAreComparedInBiasPlusVariance) {
  FAULTLINE_NEEDS_TREES();
  SourcesOptions options = with({model::LearnerKind::ridge, model::LearnerKind::tree});
  options.learners[1].depth = 1;
  options.noise_estimator = OptimumEstimator::boosted;
  const SourcesReport report = decompose(cell_people(4000), options);
  ASSERT_EQ(report.comparisons.size(), 4U);
  const auto gap_of = [&](const std::string& model, CostMetric metric) {
    return std::find_if(report.decomposition_gaps.begin(), report.decomposition_gaps.end(),
                        [&](const auto& g) { return g.model == model && g.metric == metric; });
  };
  for (const auto& comparison : report.comparisons) {
    SCOPED_TRACE(name_of(comparison.metric));
    EXPECT_EQ(comparison.what, result::ComparisonKind::bias_variance);
    EXPECT_EQ(comparison.models, (std::pair<std::string, std::string>{"ridge", "tree"}));
    const auto ridge = gap_of("ridge", comparison.metric);
    const auto tree = gap_of("tree", comparison.metric);
    ASSERT_NE(ridge, report.decomposition_gaps.end());
    ASSERT_NE(tree, report.decomposition_gaps.end());
    const double expected = comparison.metric == result::CostMetric::mse
                                ? ridge->level - tree->level
                                : ridge->bias + ridge->variance - tree->bias - tree->variance;
    EXPECT_NEAR(comparison.difference, expected, 1e-9);
    ASSERT_TRUE(comparison.p_value);
  }
  // The same learner twice does not differ from itself.
  SourcesOptions twice = with({model::LearnerKind::ridge, model::LearnerKind::ridge});
  twice.noise_estimator = OptimumEstimator::nearest_neighbour;
  for (const auto& comparison : decompose(cell_people(300), twice).comparisons) {
    EXPECT_EQ(comparison.difference, 0);
    EXPECT_EQ(comparison.p_value, 1);
  }
}

TEST(AddDecomposition, SameForAnyNumberOfThreads) {
  FAULTLINE_NEEDS_TREES();
  const SourcesInput input = cell_people(400);
  SourcesOptions options = with({model::LearnerKind::tree, model::LearnerKind::forest});
  options.learners[1].trees = 10;
  options.tune = true;
  const SourcesReport one = decompose(input, options);
  options.threads = 3;
  const SourcesReport three = decompose(input, options);
  ASSERT_EQ(one.decomposition.size(), three.decomposition.size());
  for (std::size_t i = 0; i < one.decomposition.size(); ++i) {
    EXPECT_EQ(one.decomposition[i].cost, three.decomposition[i].cost);
    EXPECT_EQ(one.decomposition[i].noise, three.decomposition[i].noise);
    EXPECT_EQ(one.decomposition[i].variance, three.decomposition[i].variance);
    EXPECT_EQ(one.decomposition[i].noise_range, three.decomposition[i].noise_range);
  }
}

TEST(AddDecomposition, SplitsAndOneGroup) {
  FAULTLINE_NEEDS_TREES();
  SourcesOptions options = with({model::LearnerKind::ridge});
  options.draws = TrainingDraws::splits;
  options.noise_estimator = OptimumEstimator::nearest_neighbour;
  const SourcesReport report = decompose(cell_people(300, true), options);
  ASSERT_EQ(report.decomposition.size(), 4U);
  EXPECT_EQ(report.decomposition[0].noise_estimator, result::NoiseEstimator::nearest_neighbour);
  EXPECT_FALSE(report.decomposition[0].noise_range);
  EXPECT_TRUE(report.decomposition_gaps.empty());
  // 12 splits with a fifth tested: some people are tested once or never.
  EXPECT_THAT(texts(report.notices), Contains(HasSubstr("predicted fewer than twice")));
  EXPECT_LT(report.decomposition[3].n, 300);
  EXPECT_GT(report.decomposition[3].n, 150);
}

TEST(AddDecomposition, Numbers) {
  FAULTLINE_NEEDS_TREES();
  SourcesInput input = cell_people(500);
  input.outcome_kind = model::OutcomeKind::number;
  rng::Stream stream(8, rng::Purpose::test, 0);
  for (double& y : input.outcome) y = 3 * y + rng::normal(stream);
  const SourcesReport report = decompose(input, with({model::LearnerKind::ridge}));
  ASSERT_EQ(report.decomposition.size(), 2U);
  EXPECT_EQ(report.decomposition[0].metric, result::CostMetric::mse);
  EXPECT_GT(report.decomposition[0].noise, 1);
  EXPECT_NEAR(report.decomposition[0].residual, 0, 0.3);
}

TEST(AddDecomposition, FewPeople) {
  FAULTLINE_NEEDS_TREES();
  SourcesInput input = cell_people(10);
  input.group = {0, 0, 0, 0, 0, 0, 0, 0, 0, 1};  // nobody else of the second group
  input.outcome = {0, 1, 0, 1, 0, 1, 0, 1, 0, 1};
  SourcesOptions options = with({model::LearnerKind::ridge});
  options.noise_estimator = OptimumEstimator::nearest_neighbour;
  const SourcesReport report = decompose(input, options);
  EXPECT_THAT(texts(report.notices), Contains(HasSubstr("nobody else tells what is optimal")));
  EXPECT_THAT(texts(report.notices), Contains("Decomposition of fnr for b: nobody counts."));
  EXPECT_FALSE(report.decomposition.empty());
  EXPECT_TRUE(decompose(cell_people(3), options).decomposition.empty());
}

TEST(AddDecomposition, BudgetAndStop) {
  FAULTLINE_NEEDS_TREES();
  const SourcesInput input = cell_people(200);
  SourcesOptions options = with({model::LearnerKind::ridge});
  options.budget = 1e-9;
  const SourcesReport late = decompose(input, options);
  EXPECT_TRUE(late.decomposition.empty());
  EXPECT_THAT(texts(late.notices),
              Contains(HasSubstr("0 of 12 training sets were done; the budget of")));
  options.budget = 0;
  std::stop_source source;
  source.request_stop();
  SourcesReport none;
  EXPECT_FALSE(add_decomposition(input, options, Deadline(0), {.stop = source.get_token()}, none));
  EXPECT_TRUE(none.decomposition.empty());
}

TEST(EstimateOptimal, KnowsTheGroup) {
  FAULTLINE_NEEDS_TREES();
  // The outcome is the group: x says nothing.
  SourcesInput input = cell_people(400);
  for (std::size_t i = 0; i < 400; ++i) input.outcome[i] = input.group[i];
  SourcesOptions options = with({model::LearnerKind::ridge});
  const auto estimates = estimate_optimal(input, options, {});
  ASSERT_EQ(estimates.size(), 2U);
  EXPECT_EQ(estimates[0].estimator, result::NoiseEstimator::boosted);
  EXPECT_EQ(estimates[1].estimator, result::NoiseEstimator::nearest_neighbour);
  for (const OptimalEstimate& estimate : estimates) {
    for (std::size_t i = 0; i < 400; ++i) {
      EXPECT_NEAR(estimate.value[i], input.outcome[i], 0.2);
    }
  }
  EXPECT_EQ(neighbours_among(10), 5);
  EXPECT_EQ(neighbours_among(400), 20);
  EXPECT_EQ(neighbours_among(100'000), 50);
}

}  // namespace
}  // namespace faultline::methods
