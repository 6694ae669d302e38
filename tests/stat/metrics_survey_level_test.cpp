// Small repeats of `faultline reproduce metrics-level`: intervals of clustered and weighted people,
// and of errors of numbers, hold the truth, and groups that differ in nothing seldom give evidence.
// Bounds are exceeded with probability 1e-6 by what holds exactly as it says, and with the lower
// coverage that is stated for skewed errors.

#include "support/upper_limit.hpp"
#include <gtest/gtest.h>

#include "faultline/methods/metrics/measure.hpp"
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

}  // namespace
}  // namespace faultline::studies
