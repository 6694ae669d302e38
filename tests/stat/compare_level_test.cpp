// Comparisons of two models that are equally good for everybody say that it got worse in at most
// 5 % of data sets, by the search, for a subgroup that was named, and at the gate, whatever the
// losses look like; the intervals over the whole search hold the true change of the subgroups
// found. Ten designs, 150 people, 200 data sets of 99 replicates.
//
// Fixed seed. Each of the at most 45 checks has a false-alarm rate of at most 2e-8 if level or
// coverage is exactly what is promised, together below 1e-6. At full size:
// docs/results/verdicts.md.

#include "faultline/studies/compare/compare_level.hpp"

#include "support/upper_limit.hpp"
#include <gtest/gtest.h>

namespace faultline::studies {
namespace {

constexpr double kAlarm = 2e-8;

TEST(CompareLevel, IsKeptAndIntervalsHoldTheTruth) {
  const CompareLevelStudy study =
      compare_level_study({.people = {150}, .data_sets = 200, .replicates = 99, .effect = 2});
  const auto most = [](std::int64_t data_sets) {
    return faultline::testing::upper_limit(data_sets, 0.05, kAlarm);
  };
  for (const CompareLevelRow& row : study.rows) {
    if (row.effect == 0) {
      EXPECT_LE(row.scan, most(row.data_sets)) << title(row.design);
      EXPECT_LE(row.named, most(row.data_sets)) << title(row.design);
      if (is_exchangeable(row.design))
        EXPECT_LE(row.gate, most(row.data_sets)) << title(row.design);
    }
    EXPECT_LE(row.intervals - row.covered, most(row.intervals))
        << title(row.design) << ", effect " << row.effect;
  }
  // There is something to find, and intervals to judge.
  EXPECT_GE(study.rows[1].scan, 100);
  EXPECT_GE(study.rows[1].intervals, 150);
}

}  // namespace
}  // namespace faultline::studies
