// Verdicts of IJDI-Scan on people who are treated as the criterion allows, a small repeat of
// `faultline reproduce ijdi-level`: with fitted probabilities the level is kept, and a sweep does
// not claim a lambda that is too large; a planted group is found.

#include "support/simulation_size.hpp"
#include "support/upper_limit.hpp"
#include <gtest/gtest.h>

#include "faultline/studies/ijdi/level.hpp"

namespace faultline::studies {
namespace {

constexpr std::int64_t kDataSets = testing::data_sets(100);
constexpr double kAlarm = 1e-7;  // of each of the five shares below; together below 1e-6

TEST(IjdiRefitLevel, IsKeptAndThePlantedGroupIsFound) {
  const IjdiLevelStudy study = ijdi_level_study({.worlds = {CriterionWorld::wide},
                                                 .people = {4000},
                                                 .tests = {IjdiTest::refit},
                                                 .lambdas = {1, 2},
                                                 .data_sets = kDataSets});
  const std::int64_t most = testing::upper_limit(kDataSets, 0.05, kAlarm);
  ASSERT_EQ(study.rows.size(), 4U);
  for (const IjdiLevelRow& row : study.rows) {
    SCOPED_TRACE(row.lambda);
    RecordProperty(row.shift > 0 ? "found" : "rejected", static_cast<int>(row.rejected));
    if (row.shift == 0) {
      EXPECT_LE(row.rejected, most);
    }
  }
  // Nine in ten and more in the study; a half is far from that.
  EXPECT_GE(2 * study.rows[2].rejected, kDataSets);
  ASSERT_EQ(study.sweeps.size(), 3U);
  for (const IjdiSweepRow& row : study.sweeps) {
    SCOPED_TRACE(row.lambda);
    EXPECT_LE(row.too_far, most);
  }
}

}  // namespace
}  // namespace faultline::studies
