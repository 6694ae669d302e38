// Learning curves from people to report: splits, grids of sizes, runs, answers, bad cases.

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <set>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "faultline/methods/sources/curve_fits.hpp"
#include "faultline/methods/sources/curve_report.hpp"
#include "faultline/methods/sources/learning_curves.hpp"
#include "faultline/methods/sources/splits.hpp"
#include "faultline/methods/sources/targeted.hpp"
#include "faultline/rng/draw.hpp"

namespace faultline::methods {
namespace {

using ::testing::AnyOf;
using ::testing::Contains;
using ::testing::HasSubstr;
using ::testing::StartsWith;

/// y = 1 where x1 + x2 > 0, flipped for a tenth; the groups in turn, the last one only now and
/// then. Numbers of outcome: x1 + x2 + noise.
SourcesInput some_people(std::int64_t people, int groups,
                         model::OutcomeKind kind = model::OutcomeKind::binary) {
  SourcesInput input;
  input.protected_column = "sex";
  input.outcome_kind = kind;
  for (int g = 0; g < groups; ++g)
    input.groups.push_back(std::string(1, static_cast<char>('a' + g)));
  rng::Stream stream(11, rng::Purpose::test, 0);
  std::vector<double> x1, x2;
  for (std::int64_t i = 0; i < people; ++i) {
    x1.push_back(rng::normal(stream));
    x2.push_back(rng::normal(stream));
    input.group.push_back(static_cast<std::int32_t>(rng::below(stream, groups)));
    const bool flip = rng::bernoulli(stream, 0.1);
    const double sum = x1.back() + x2.back();
    input.outcome.push_back(kind == model::OutcomeKind::binary ? ((sum > 0) != flip ? 1 : 0)
                                                               : sum + rng::normal(stream));
  }
  input.features = std::make_unique<model::Features>(people);
  input.features->add("x1", x1);
  input.features->add("x2", x2);
  return input;
}

SourcesOptions with(model::LearnerKind kind) {
  SourcesOptions options;
  options.learners = {{.kind = kind}};
  options.repetitions = 6;
  options.tune = false;
  options.targeted = false;
  options.threads = 1;
  return options;
}

SourcesReport curves(const SourcesInput& input, const SourcesOptions& options) {
  SourcesReport report;
  EXPECT_TRUE(add_learning_curves(input, options, Deadline(options.budget), {}, report));
  return report;
}

void expect_same(const SourcesReport& a, const SourcesReport& b) {
  ASSERT_EQ(a.learning_curves.size(), b.learning_curves.size());
  ASSERT_EQ(a.gap_curves.size(), b.gap_curves.size());
  EXPECT_EQ(a.notices, b.notices);
  for (std::size_t i = 0; i < a.learning_curves.size(); ++i) {
    const auto& one = a.learning_curves[i];
    const auto& other = b.learning_curves[i];
    ASSERT_EQ(one.points.size(), other.points.size());
    for (std::size_t k = 0; k < one.points.size(); ++k) {
      EXPECT_EQ(one.points[k].mean, other.points[k].mean);
      EXPECT_EQ(one.points[k].sem, other.points[k].sem);
      EXPECT_EQ(one.points[k].group_n, other.points[k].group_n);
    }
    for (std::size_t f = 0; f < one.extrapolation.size(); ++f) {
      EXPECT_EQ(one.extrapolation[f].interval, other.extrapolation[f].interval);
    }
  }
  for (std::size_t i = 0; i < a.gap_curves.size(); ++i) {
    EXPECT_EQ(a.gap_curves[i].answer, b.gap_curves[i].answer);
    EXPECT_EQ(a.gap_curves[i].n_for_gap_interval, b.gap_curves[i].n_for_gap_interval);
  }
}

TEST(LearningCurves, CostsFallAndAreCounted) {
  const SourcesInput input = some_people(600, 2);
  const SourcesReport report = curves(input, with(model::LearnerKind::ridge));
  EXPECT_EQ(report.repetitions, 6);
  ASSERT_EQ(report.models.size(), 1U);
  EXPECT_EQ(report.models[0].fits, 48);
  EXPECT_EQ(report.learning_curves.size(), 10U);  // five metrics, two groups
  EXPECT_EQ(report.gap_curves.size(), 5U);
  EXPECT_TRUE(report.notices.empty());
  for (const auto& curve : report.learning_curves) {
    SCOPED_TRACE(std::string(name_of(curve.metric)) + curve.group);
    ASSERT_EQ(curve.points.size(), 8U);
    EXPECT_EQ(curve.points.front().n, 50);
    EXPECT_EQ(curve.points.back().n, 480);
    EXPECT_NEAR(curve.points.back().group_n, 240, 30);
    ASSERT_TRUE(curve.fit);
    EXPECT_EQ(curve.fit->identified, curve.fit->why.empty());
    ASSERT_EQ(curve.extrapolation.size(), 4U);
    EXPECT_EQ(*curve.extrapolation[1].n, 5 * 480);
    EXPECT_FALSE(curve.extrapolation[3].factor);
    for (const auto& at : curve.extrapolation) {
      ASSERT_EQ(at.interval.has_value(), at.factor || curve.fit->identified);
      if (!at.interval) continue;
      EXPECT_LE(at.interval->first, at.interval->second);
    }
    if (!curve.fit->identified) {
      // The limit falls back to the law at the largest size.
      EXPECT_NEAR(curve.extrapolation[3].value,
                  curve.fit->alpha * std::pow(480, -curve.fit->beta) + curve.fit->delta, 1e-9);
    }
    if (curve.metric == result::CostMetric::zero_one) {
      EXPECT_NEAR(curve.points.back().mean, 0.15, 0.1);
      EXPECT_GT(curve.points.back().sem, 0);
    }
  }
  const auto& gap = report.gap_curves[2];
  EXPECT_EQ(gap.metric, result::CostMetric::zero_one);
  EXPECT_EQ(gap.groups, (SourcesReport::Groups{"a", "b"}));
  EXPECT_NEAR(gap.points[3].mean,
              report.learning_curves[4].points[3].mean - report.learning_curves[5].points[3].mean,
              1e-12);
  EXPECT_NEAR(gap.points[3].group_n, static_cast<double>(gap.points[3].n), 1e-9);
}

TEST(LearningCurves, OfNumbersAndOneGroup) {
  const SourcesInput numbers = some_people(300, 2, model::OutcomeKind::number);
  const SourcesReport report = curves(numbers, with(model::LearnerKind::ridge));
  ASSERT_EQ(report.learning_curves.size(), 2U);
  EXPECT_EQ(report.learning_curves[0].metric, result::CostMetric::mse);
  EXPECT_NEAR(report.learning_curves[0].points.back().mean, 1, 0.5);

  SourcesOptions options = with(model::LearnerKind::ridge);
  options.targeted = true;
  const SourcesReport alone = curves(some_people(300, 1), options);
  EXPECT_EQ(alone.learning_curves.size(), 5U);
  EXPECT_TRUE(alone.gap_curves.empty());
}

TEST(LearningCurves, SameForAnyNumberOfThreads) {
  const SourcesInput input = some_people(400, 3);
  SourcesOptions options = with(model::LearnerKind::tree);
  options.targeted = true;
  options.tune = true;
  const SourcesReport one = curves(input, options);
  options.threads = 3;
  expect_same(one, curves(input, options));
  EXPECT_TRUE(std::any_of(one.learning_curves.begin(), one.learning_curves.end(),
                          [](const auto& curve) { return curve.grows == "b"; }));
}

TEST(LearningCurves, OneGroupGrowsAlone) {
  const SourcesInput input = some_people(600, 2);
  SourcesOptions options = with(model::LearnerKind::ridge);
  options.targeted = true;
  const SourcesReport report = curves(input, options);
  int seen = 0;
  for (const auto& curve : report.learning_curves) {
    if (curve.grows != "b") continue;
    ++seen;
    ASSERT_EQ(curve.points.size(), 6U);
    const double fixed = static_cast<double>(curve.points[0].n) - curve.points[0].group_n;
    for (const auto& point : curve.points) {
      EXPECT_EQ(static_cast<double>(point.n) - point.group_n, fixed);
    }
    EXPECT_NEAR(curve.points[0].group_n / curve.points[5].group_n, 0.1, 0.01);
    ASSERT_TRUE(curve.extrapolation[0].n);
    EXPECT_EQ(*curve.extrapolation[0].n, 2 * curve.points[5].group_n);
  }
  EXPECT_EQ(seen, 10);
  EXPECT_THAT(texts(report.notices),
              Contains(HasSubstr("Growing a alone: 3 repetitions and 6 sizes")));
  EXPECT_EQ(report.models[0].fits, 6 * 8 + 2 * 3 * 6);
}

TEST(LearningCurves, SmallGroupsAreNotGrownAndManyOthersAreDrawn) {
  SourcesInput input = some_people(600, 2);
  for (std::size_t i = 0; i < 600; ++i) input.group[i] = i % 12 == 0 ? 1 : 0;  // 550 and 50
  SourcesOptions options = with(model::LearnerKind::ridge);
  const auto design = targeted_design(input, options, 1);
  ASSERT_TRUE(design);
  EXPECT_EQ(design->others, 160);
  EXPECT_EQ(design->others_known, 440);
  EXPECT_EQ(design->axis.back(), 40);
  for (std::size_t i = 0; i < 600; ++i) input.group[i] = i % 60 == 0 ? 1 : 0;  // 10 people
  options.targeted = true;
  const SourcesReport report = curves(input, options);
  EXPECT_THAT(texts(report.notices),
              Contains("Growing b alone: it has fewer than 30 people to train on."));
  // In some test parts there is nobody of the small group without the outcome.
  EXPECT_THAT(texts(report.notices), Contains(AnyOf(StartsWith("Learning curve of fpr for b: "),
                                                    StartsWith("Learning curve of fnr for b: "))));
}

TEST(LearningCurves, TenPeople) {
  SourcesInput input = some_people(10, 2);
  input.outcome = {0, 1, 0, 1, 0, 1, 0, 1, 0, 1};
  SourcesOptions options = with(model::LearnerKind::ridge);
  options.targeted = true;
  const SourcesReport report = curves(input, options);
  EXPECT_FALSE(report.learning_curves.empty());
  SourcesReport nothing;
  EXPECT_TRUE(add_learning_curves(some_people(3, 2), options, Deadline(0), {}, nothing));
  EXPECT_TRUE(nothing.learning_curves.empty());
  ASSERT_EQ(nothing.notices.size(), 1U);
  EXPECT_THAT(nothing.notices[0].text, HasSubstr("3 people are too few"));
}

TEST(LearningCurves, GivenSizes) {
  const SourcesInput input = some_people(200, 2);
  SourcesOptions options = with(model::LearnerKind::ridge);
  options.sizes = {40, 80, 1000};
  const SourcesReport report = curves(input, options);
  ASSERT_EQ(report.learning_curves[0].points.size(), 2U);
  EXPECT_FALSE(report.learning_curves[0].fit);
  EXPECT_EQ(report.gap_curves[0].answer, "not known: a curve needs three training sizes");
  EXPECT_THAT(texts(report.notices), Contains(HasSubstr("training sizes 1,000")));
  EXPECT_THAT(texts(report.notices), Contains(HasSubstr("three training sizes")));
  options.sizes = {1000};
  EXPECT_TRUE(curves(input, options).learning_curves.empty());
}

TEST(LearningCurves, OneRepetitionHasNoIntervals) {
  SourcesOptions options = with(model::LearnerKind::ridge);
  options.repetitions = 1;
  const SourcesReport report = curves(some_people(200, 2), options);
  EXPECT_FALSE(report.learning_curves[0].extrapolation[0].interval);
  EXPECT_EQ(report.learning_curves[0].points[0].sem, 0);
  EXPECT_THAT(texts(report.notices), Contains(HasSubstr("one repetition")));
}

TEST(LearningCurves, BudgetAndStop) {
  const SourcesInput input = some_people(200, 2);
  SourcesOptions options = with(model::LearnerKind::ridge);
  options.budget = 1e-9;
  const SourcesReport late = curves(input, options);
  EXPECT_TRUE(late.learning_curves.empty());
  ASSERT_EQ(late.notices.size(), 1U);
  EXPECT_EQ(late.notices[0].text,
            "Learning curves: 0 of 6 repetitions were done; the budget of 1e-09 seconds was used "
            "up.");

  options.budget = 0;
  std::stop_source source;
  source.request_stop();
  SourcesReport none;
  EXPECT_FALSE(
      add_learning_curves(input, options, Deadline(0), {.stop = source.get_token()}, none));

  // Stopped when the second repetition is reported: what was finished counts.
  std::stop_source later;
  const Hooks hooks{.progress =
                        [&](std::string_view, std::int64_t done, std::int64_t) {
                          if (done >= 1) later.request_stop();
                        },
                    .stop = later.get_token()};
  SourcesReport some;
  EXPECT_TRUE(add_learning_curves(input, options, Deadline(0), hooks, some));
  EXPECT_GE(some.repetitions, 1);
  EXPECT_LT(some.repetitions, 6);
  EXPECT_THAT(texts(some.notices), Contains(HasSubstr("the rest was stopped")));
  EXPECT_EQ(some.models[0].fits, 8 * some.repetitions);
}

TEST(LearningCurves, GroupsThatAreNotInATrainingSet) {
  SourcesInput input = some_people(100, 2);
  for (std::size_t i = 0; i < 100; ++i) input.group[i] = i < 5 ? 1 : 0;
  SourcesOptions options = with(model::LearnerKind::ridge);
  options.sizes = {4, 8, 16, 32};
  const SourcesReport report = curves(input, options);
  const auto found = std::find_if(
      report.learning_curves.begin(), report.learning_curves.end(),
      [](const auto& c) { return c.group == "b" && c.metric == result::CostMetric::zero_one; });
  ASSERT_NE(found, report.learning_curves.end());
  EXPECT_LT(found->points[0].group_n, 1);
}

}  // namespace
}  // namespace faultline::methods
