// What the intervals of a counterfactual audit promise, at small size: `faultline reproduce
// counterfactual-coverage` with 2,000 people, 100 resamples and few data sets. It catches gross
// failure; docs/results/verdicts.md has the figures.

#include "support/simulation_size.hpp"
#include <gtest/gtest.h>

#include "faultline/math/binomial_interval.hpp"
#include "faultline/studies/counterfactual/gap_coverage.hpp"

namespace faultline::studies {
namespace {

// 12 checks per row, 10 rows: each fails by chance with probability below 8e-9.
constexpr double kConfidence = 1 - 1.6e-8;

void expect_held(const Held& held, const char* what, const GapCoverageRow& row) {
  ASSERT_GT(held.intervals, 0) << what;
  const double upper =
      math::clopper_pearson_interval(held.covered, held.intervals, kConfidence).second;
  EXPECT_GE(upper, 0.9) << what << ", " << row.groups << " groups, " << title(row.gap_case) << ": "
                        << held.covered << " of " << held.intervals;
}

class CounterfactualGaps : public ::testing::TestWithParam<std::int64_t> {};

TEST_P(CounterfactualGaps, IntervalsHoldAndNothingImpossibleIsSaid) {
  const int sets = testing::data_sets(60);
  const GapCoverageStudy study = gap_coverage_study({.groups = {GetParam()},
                                                     .people = 2'000,
                                                     .data_sets = sets,
                                                     .bootstrap = 100,
                                                     .gammas = {1.5}});
  for (const GapCoverageRow& row : study.rows) {
    expect_held(row.average, "average gap", row);
    expect_held(row.largest, "largest gap", row);
    expect_held(row.pairs, "all pairs", row);
    expect_held(row.contrast, "average gap minus as observed", row);
    expect_held(row.average_change, "change of the average gap", row);
    expect_held(row.largest_change, "change of the largest gap", row);
    EXPECT_EQ(row.impossible, 0);
    EXPECT_EQ(row.contradictions, 0);
    if (row.gap_case == GapCase::both_fair) {
      EXPECT_LE(math::clopper_pearson_interval(row.evidence, row.data_sets, kConfidence).first,
                0.1);
    }
    if (row.gap_case == GapCase::both_unfair && GetParam() == 4) {
      EXPECT_GT(2 * row.evidence, row.data_sets);
    }
  }
  for (const UnseenRow& row : study.unseen) {
    EXPECT_LE(math::clopper_pearson_interval(row.too_weak, row.data_sets, kConfidence).first, 0.1);
  }
}

/// Twelve groups of 445 people, seven of them of 1 to 20. Groups of few people once made the
/// average gap's interval leave out 0 in a fifth of data sets.
TEST(CounterfactualFewPeople, EqualRatesAreNotCalledUnequal) {
  const int sets = testing::data_sets(300);
  const GapCoverageStudy study = gap_coverage_study({.groups = {},
                                                     .few_people = 445,
                                                     .data_sets = sets,
                                                     .bootstrap = 100,
                                                     .cases = {GapCase::both_fair},
                                                     .gammas = {}});
  ASSERT_EQ(study.rows.size(), 2U);
  for (const GapCoverageRow& row : study.rows) {
    EXPECT_TRUE(row.lopsided);
    expect_held(row.average, "average gap", row);
    expect_held(row.pairs, "all pairs", row);
    expect_held(row.marginal, "one attribute at a time", row);
    EXPECT_LE(math::clopper_pearson_interval(row.evidence, row.data_sets, kConfidence).first, 0.1);
    EXPECT_EQ(row.impossible, 0);
    EXPECT_EQ(row.contradictions, 0);
  }
}

INSTANTIATE_TEST_SUITE_P(Groups, CounterfactualGaps, ::testing::Values(4, 12));

}  // namespace
}  // namespace faultline::studies
