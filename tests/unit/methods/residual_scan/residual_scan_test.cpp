#include "faultline/methods/residual_scan/residual_scan.hpp"

#include <cmath>

#include "tables.hpp"
#include <gtest/gtest.h>

#include "faultline/base/error.hpp"
#include "faultline/rng/draw.hpp"

namespace faultline::methods {
namespace {

using testing::add;
using testing::two_by_three;

/// 40 people in each cell, residuals normal; those of a1, b2 are shifted, or multiplied for counts.
OutcomeTable planted(double shift) {
  rng::Stream stream(11, rng::Purpose::test, 0);
  OutcomeTable table = two_by_three();
  for (int a = 0; a < 2; ++a) {
    for (int b = 0; b < 3; ++b) {
      for (int i = 0; i < 40; ++i) {
        const double expected = 10 + b;
        add(table, a, b, expected + 2 * rng::normal(stream) + (a == 1 && b == 2 ? shift : 0),
            expected);
      }
    }
  }
  return table;
}

BiasScanOptions options() {
  BiasScanOptions out{{.replicates = 199}};
  out.sequential = data::Choice::no;
  out.threads = 1;
  return out;
}

TEST(ResidualScan, FindsAPlantedShift) {
  const ResidualPeople people(planted(3), result::Family::gaussian);
  const BiasScanResult result = residual_scan(people, options());
  ASSERT_EQ(result.findings.size(), 2U);
  const Finding& finding = result.findings.front();
  EXPECT_EQ(finding.direction, Direction::higher);
  EXPECT_EQ(finding.family, Family::gaussian);
  EXPECT_EQ(finding.theta_name, ThetaName::mu);
  EXPECT_EQ(finding.text, "a = a1; b = b2");
  EXPECT_EQ(finding.verdict, Verdict::evidence);
  EXPECT_TRUE(finding.search.certified);
  EXPECT_EQ(finding.n, 40);
  EXPECT_NEAR(finding.expected, 12, 1e-12);
  ASSERT_TRUE(finding.theta);
  EXPECT_NEAR(*finding.theta, finding.observed - finding.expected, 1e-12);
  EXPECT_NEAR(
      finding.log_likelihood_ratio,
      40 * *finding.theta * *finding.theta / (2 * people.cells().sigma * people.cells().sigma),
      1e-9);
  ASSERT_TRUE(finding.theta_interval);
  EXPECT_GT(finding.theta_interval->first, 0);
  EXPECT_LT(finding.theta_interval->first, *finding.theta);
  EXPECT_GT(finding.theta_interval->second, *finding.theta);
  ASSERT_TRUE(finding.observed_interval);
  EXPECT_NEAR(finding.observed_interval->first, 12 + finding.theta_interval->first, 1e-9);
}

TEST(ResidualScan, TheIntervalLeavesOutZeroExactlyWhenThereIsEvidence) {
  for (const double shift : {0.0, 0.8, 1.0, 1.2, 1.6, 3.0}) {
    const ResidualPeople people(planted(shift), result::Family::gaussian);
    for (const Finding& finding : residual_scan(people, options()).findings) {
      if (!finding.theta_interval) continue;
      const bool leaves_out =
          finding.theta_interval->first > 0 || finding.theta_interval->second < 0;
      EXPECT_EQ(leaves_out, finding.verdict == Verdict::evidence) << shift;
    }
  }
}

TEST(ResidualScan, OfCountsThetaIsTheRatioOfMeans) {
  OutcomeTable table = two_by_three();
  for (int a = 0; a < 2; ++a) {
    for (int b = 0; b < 3; ++b) {
      for (int i = 0; i < 30; ++i) add(table, a, b, i % 3 + (a == 0 && b == 1 ? 2 : 0), 1);
    }
  }
  const ResidualPeople people(table, result::Family::poisson);
  const BiasScanResult result = residual_scan(people, options());
  const Finding& finding = result.findings.front();
  EXPECT_EQ(finding.text, "a = a0; b = b1");
  EXPECT_EQ(finding.theta_name, ThetaName::q);
  ASSERT_TRUE(finding.theta);
  EXPECT_NEAR(*finding.theta, 3, 1e-12);
  EXPECT_EQ(finding.observed_count, 90);
  EXPECT_EQ(finding.expected_count, 30);
  ASSERT_TRUE(finding.theta_interval);
  EXPECT_GT(finding.theta_interval->first, 1);
  EXPECT_GT(finding.theta_interval->second, 3);
}

TEST(ResidualScan, CountsOfZeroHaveALimit) {
  OutcomeTable table = two_by_three();
  for (int b = 0; b < 3; ++b) {
    for (int i = 0; i < 60; ++i) add(table, 0, b, b == 0 ? 0 : i % 2 + 0.0 + i % 3, 1.5);
  }
  BiasScanOptions lower = options();
  lower.directions = {Direction::lower};
  const Finding finding =
      residual_scan(ResidualPeople(table, result::Family::poisson), lower).findings.front();
  EXPECT_EQ(finding.text, "b = b0");
  EXPECT_FALSE(finding.theta);
  EXPECT_EQ(finding.theta_limit, Limit::zero);
  ASSERT_TRUE(finding.theta_interval);
  EXPECT_EQ(finding.theta_interval->first, 0);
}

TEST(ResidualScan, ANamedSubgroupIsTestedWithoutSearch) {
  const ResidualPeople people(planted(1.5), result::Family::gaussian);
  BiasScanOptions named = options();
  named.named.assign(2, {.sets = {2, 4}});
  const BiasScanResult result = residual_scan(people, named);
  ASSERT_EQ(result.findings.size(), 1U);
  EXPECT_EQ(result.findings.front().direction, Direction::higher);
  EXPECT_EQ(result.findings.front().penalty, 0);
  EXPECT_EQ(result.findings.front().verdict, Verdict::evidence);
  EXPECT_FALSE(result.findings.front().theta_shrunken);
}

TEST(ResidualScan, NobodyInANamedSubgroupIsAnError) {
  OutcomeTable table = two_by_three();
  add(table, 0, 0, 1, 0, 3);
  add(table, 0, 1, 0, 1, 3);
  BiasScanOptions named = options();
  named.named.assign(2, {.sets = {2, 7}});
  const ResidualPeople people(table, result::Family::gaussian);
  EXPECT_THROW((void)residual_scan(people, named), InputError);
}

TEST(ResidualScan, ThreadsDoNotMatter) {
  const ResidualPeople people(planted(1), result::Family::gaussian);
  const BiasScanResult one = residual_scan(people, options());
  BiasScanOptions several = options();
  several.threads = 3;
  const BiasScanResult three = residual_scan(people, several);
  ASSERT_EQ(one.findings.size(), three.findings.size());
  for (std::size_t i = 0; i < one.findings.size(); ++i) {
    EXPECT_EQ(one.findings[i].null.scores, three.findings[i].null.scores);
    EXPECT_EQ(one.findings[i].p_value, three.findings[i].p_value);
    EXPECT_EQ(one.findings[i].theta_interval, three.findings[i].theta_interval);
  }
}

}  // namespace
}  // namespace faultline::methods
