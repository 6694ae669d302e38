// Comparisons of two models that are equally good for everybody say that it got worse in at most
// 5 % of data sets, by the search, for a subgroup that was named, and at the gate, whatever the
// losses look like; the intervals over the whole search hold the true change of the subgroups
// found. Ten designs, 150 people, 100 data sets of 99 replicates.
//
// Of two periods: other people coming is taken for a worse model in at most 5 % of data sets of two
// designs, 300 people, 100 data sets of at most 79 redraws.
//
// Fixed seed. Each of the at most 87 checks has a false-alarm rate of at most 1e-8 if level or
// coverage is exactly what is promised, together below 1e-6. At full size:
// docs/results/verdicts.md.

#include "faultline/studies/compare/compare_level.hpp"

#include "support/upper_limit.hpp"
#include <gtest/gtest.h>

#include "faultline/studies/compare/period_level.hpp"

namespace faultline::studies {
namespace {

constexpr double kAlarm = 1e-8;

TEST(CompareLevel, IsKeptAndIntervalsHoldTheTruth) {
  const CompareLevelStudy study =
      compare_level_study({.people = {150}, .data_sets = 100, .replicates = 99, .effect = 2});
  const auto most = [](std::int64_t data_sets) {
    return faultline::testing::upper_limit(data_sets, 0.05, kAlarm);
  };
  for (const CompareLevelRow& row : study.rows) {
    if (row.effect == 0) {
      EXPECT_LE(row.scan, most(row.data_sets)) << title(row.design);
      EXPECT_LE(row.named, most(row.data_sets)) << title(row.design);
      if (is_exchangeable(row.design)) {
        EXPECT_LE(row.gate, most(row.data_sets)) << title(row.design);
      }
    }
    EXPECT_LE(row.intervals - row.covered, most(row.intervals))
        << title(row.design) << ", effect " << row.effect;
    EXPECT_LE(row.all_intervals - row.all_covered, most(row.all_intervals)) << title(row.design);
    EXPECT_LE(row.group_intervals - row.group_covered, most(row.group_intervals))
        << title(row.design);
  }
  // There is something to find, and intervals to judge.
  EXPECT_GE(study.rows[1].scan, 10);
  EXPECT_GE(study.rows[1].intervals, 60);
}

TEST(CompareLevel, OtherPeopleAreNoWorseModel) {
  const PeriodLevelStudy study = period_level_study(
      {.designs = {simulate::TruthDesign::depends, simulate::TruthDesign::strong},
       .people = 300,
       .data_sets = 100,
       .replicates = 79,
       .bias = 2});
  for (const PeriodLevelRow& row : study.rows) {
    if (row.bias == 0) {
      EXPECT_LE(row.search, faultline::testing::upper_limit(row.data_sets, 0.05, kAlarm));
    }
  }
  EXPECT_GE(study.rows[1].search, 50);  // there is something to find
}

}  // namespace
}  // namespace faultline::studies
