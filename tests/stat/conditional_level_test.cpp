// Both permutation tests of Conditional Bias Scan on data without bias: P(p <= alpha) <= alpha for
// all four scans. Permuting among everyone is valid when the class has nothing to do with the
// covariates; exchanging within equal covariates and condition also when it has, whatever the
// models miss. (What permuting among everyone does in the other two designs is measured by
// `faultline reproduce cbs-level` and told in the method's page; nothing guarantees it.) Null
// scores have an atom at 0, so p-values are not uniform and only this side can be tested.
//
// Fixed seed. Each of the 32 checks has a false-alarm rate of at most 3e-8 if the level is kept
// (exact binomial tail), together below 1e-6.

#include <cstdint>
#include <string>

#include "support/upper_limit.hpp"
#include <gtest/gtest.h>

#include "faultline/studies/conditional/level.hpp"

namespace faultline::studies {
namespace {

constexpr double kAlarm = 3e-8;

TEST(ConditionalLevel, IsKeptWhereItIsPromised) {
  LevelStudyOptions options;
  options.seed = 20250901;
  options.people = 300;
  options.data_sets = 300;
  options.replicates = 39;
  options.threads = 2;
  const LevelStudy study = level_study(options);
  int checked = 0;
  for (const LevelRow& row : study.rows) {
    if (row.permute == methods::Permute::everyone && row.design != ClassDesign::independent)
      continue;
    EXPECT_LE(row.rejected, testing::upper_limit(row.data_sets, row.alpha, kAlarm))
        << name_of(row.design) << " " << row.metric << " at " << row.alpha;
    ++checked;
  }
  EXPECT_EQ(checked, 32);
}

}  // namespace
}  // namespace faultline::studies
