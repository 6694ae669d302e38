// What an audit says of the size of an effect holds for the subgroup that it found: the interval
// over the whole search has the true effect among these people in at least 95 % of data sets, where
// nothing is wrong and where one subgroup of the class is treated otherwise. At small size; at full
// size docs/results/verdicts.md.
//
// Fixed seed, 80 data sets of 1,000 people and 99 redraws for each bias, two criteria, tests by the
// default. Each of the 4 checks of coverage has a false-alarm rate of at most 2e-7 if the promise
// is kept exactly (binomial tail), all together at most 1e-6.

#include <cstdint>

#include "support/upper_limit.hpp"
#include <gtest/gtest.h>

#include "faultline/studies/conditional/coverage.hpp"

namespace faultline::studies {
namespace {

constexpr std::int64_t kSets = 80;
constexpr double kAlarm = 2e-7;

TEST(ConditionalCoverage, TheIntervalHoldsForTheSubgroupFound) {
  CoverageStudyOptions options;
  options.seed = 20261118;
  options.permute = {methods::Permute::automatic};
  options.people = {1000};
  options.bias = {0, 1};
  options.data_sets = kSets;
  options.replicates = 99;
  options.threads = 1;
  const CoverageStudy study = coverage_study(options);
  ASSERT_EQ(study.rows.size(), 4U);
  for (const EffectCoverageRow& row : study.rows) {
    SCOPED_TRACE(row.criterion + (row.bias > 0 ? ", biased" : ", fair"));
    const std::int64_t missed = row.found - row.covered;
    RecordProperty(row.criterion + (row.bias > 0 ? "_biased" : "_fair"),
                   std::to_string(row.covered) + " of " + std::to_string(row.found));
    EXPECT_GT(row.found, kSets / 8);  // an interval that is never given is never wrong
    EXPECT_LE(missed, faultline::testing::upper_limit(row.found, 0.05, kAlarm));
    if (row.bias > 0) {
      EXPECT_GT(row.evidence, kSets / 2) << "intervals of any length would cover";
    }
  }
}

}  // namespace
}  // namespace faultline::studies
