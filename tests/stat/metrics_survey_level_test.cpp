// Small repeats of `faultline reproduce metrics-level`: intervals of clustered and weighted people,
// and of errors of numbers, hold the truth, and groups that differ in nothing seldom give evidence.
// Bounds are exceeded with probability 1e-6 by what holds exactly as it says, and with the lower
// coverage that is stated for skewed errors.

#include <algorithm>
#include <cmath>

#include "support/upper_limit.hpp"
#include <gtest/gtest.h>

#include "faultline/methods/metrics/measure.hpp"
#include "faultline/rng/draw.hpp"
#include "faultline/studies/metrics/survey_level.hpp"

namespace faultline::studies {
namespace {

constexpr std::int64_t kDataSets = 600;

TEST(SurveyLevel, IntervalsCoverAndEvidenceIsRare) {
  const SurveyLevelStudy study = survey_level_study(
      {.seed = 2,
       .data_sets = kDataSets,
       .surveys = {{.clusters = 20, .rate = 0.3, .alike = 0.5},
                   {.clusters = 50, .rate = 0.05, .alike = 1},
                   {.clusters = 50, .rate = 0.3, .alike = 0.5, .weighted = true},
                   {.clusters = 50, .rate = 0.3, .alike = 0.5, .shared = true}}});
  const std::int64_t most = testing::upper_limit(kDataSets, 0.05, 1e-6);
  for (const SurveyRow& row : study.surveys) {
    EXPECT_LE(kDataSets - row.covered, most) << row.design.rate;
    EXPECT_LE(kDataSets - row.difference_covered, most) << row.design.rate;
    EXPECT_LE(row.evidence, most) << row.design.rate;
  }
  // The test can fail: rows of one person, taken for people, make evidence of chance.
  EXPECT_GT(study.surveys[1].evidence_of_rows, most);
}

TEST(NumberLevel, IntervalsCoverAndEvidenceIsRare) {
  const SurveyLevelStudy study =
      survey_level_study({.seed = 3,
                          .data_sets = kDataSets,
                          .numbers = {{.shape = ErrorShape::normal, .people = 200},
                                      {.shape = ErrorShape::skewed, .people = 200},
                                      {.shape = ErrorShape::laplace, .people = 1000},
                                      {.shape = ErrorShape::skewed, .people = 1000}}});
  const std::int64_t most = testing::upper_limit(kDataSets, 0.05, 1e-6);
  for (const NumberRow& row : study.numbers) {
    EXPECT_LE(kDataSets - row.mean_covered, most);
    EXPECT_LE(kDataSets - row.absolute_covered, most);
    if (row.design.people >= methods::kFewestForRoot) {
      EXPECT_LE(kDataSets - row.root_covered, most);
    } else {
      EXPECT_EQ(row.root_covered, 0);  // there is no interval
    }
    EXPECT_LE(row.evidence, most);
  }
}

TEST(ScoreLevel, IntervalsCoverAndEvidenceIsRare) {
  const SurveyLevelStudy study =
      survey_level_study({.seed = 4,
                          .data_sets = kDataSets,
                          .scores = {{.clusters = 50, .alike = 0.5},
                                     {.clusters = 50, .alike = 0.5, .weighted = true},
                                     {.clusters = 50, .alike = 0.5, .shared = true}}});
  const std::int64_t most = testing::upper_limit(kDataSets, 0.05, 1e-6);
  for (const ScoreRow& row : study.scores) {
    EXPECT_GT(std::min({row.rankings, row.slopes, row.differences}), kDataSets / 2);
    EXPECT_LE(row.rankings - row.ranking_covered, most) << row.design.weighted;
    EXPECT_LE(row.slopes - row.slope_covered, most) << row.design.weighted;
    EXPECT_LE(row.differences - row.difference_covered, most) << row.design.weighted;
    EXPECT_LE(row.evidence, most) << row.design.weighted;
  }
}

// By simulation: the truth that the study compares with.
TEST(ScoreLevel, TheRankingOfRightScoresIsKnown) {
  rng::Stream stream(5, rng::Purpose::test, 1);
  constexpr int kPeople = 400'000;
  double right = 0;
  double pairs = 0;
  for (int i = 0; i < kPeople; ++i) {
    const double a = rng::normal(stream);
    const double b = rng::normal(stream);
    const bool with_a = rng::bernoulli(stream, 1 / (1 + std::exp(-a)));
    const bool with_b = rng::bernoulli(stream, 1 / (1 + std::exp(-b)));
    if (with_a == with_b) continue;
    pairs += 1;
    right += (a > b) == with_a ? 1 : 0;
  }
  // Five standard errors.
  EXPECT_NEAR(ranking_of_right_scores(), right / pairs, 5 * 0.5 / std::sqrt(pairs));
}

}  // namespace
}  // namespace faultline::studies
