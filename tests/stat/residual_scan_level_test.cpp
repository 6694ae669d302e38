// Scans of numbers and counts keep their level where nothing is wrong, whatever the residuals look
// like: "evidence" in at most 5 % of data sets, both directions together, and for a subgroup that
// was named. The intervals over the whole search hold the true shift or ratio of the subgroups
// found. Sixteen designs, 150 people, 200 data sets of at most 99 replicates.
//
// Fixed seed. Each of the 64 checks has a false-alarm rate of at most 1.5e-8 if level or coverage
// is exactly what is promised, together below 1e-6. At full size: docs/results/verdicts.md.

#include "support/upper_limit.hpp"
#include <gtest/gtest.h>

#include "faultline/studies/bias_scan/family_level.hpp"

namespace faultline::studies {
namespace {

constexpr double kAlarm = 1.5e-8;

TEST(ResidualScanLevel, IsKeptAndIntervalsHoldTheTruth) {
  const FamilyLevelStudy study =
      family_level_study({.people = {150}, .data_sets = 200, .replicates = 99, .effect = 1.5});
  for (const FamilyLevelRow& row : study.rows) {
    const auto most = [](std::int64_t data_sets) {
      return faultline::testing::upper_limit(data_sets, 0.05, kAlarm);
    };
    if (row.effect == 0) {
      EXPECT_LE(row.evidence, most(row.data_sets)) << title(row.design);
      EXPECT_LE(row.named, most(row.data_sets)) << title(row.design);
    }
    EXPECT_LE(row.intervals - row.covered, most(row.intervals))
        << title(row.design) << ", effect " << row.effect;
  }
  // There is something to find, and intervals to judge.
  EXPECT_GE(study.rows[1].evidence, 150);
  EXPECT_GE(study.rows[1].intervals, 190);
}

}  // namespace
}  // namespace faultline::studies
