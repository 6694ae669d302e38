// Conditional Bias Scan in the small: the profile form against the plain form with a row per
// person, invariances, rates.

#include "faultline/methods/conditional/conditional.hpp"

#include <algorithm>
#include <string>
#include <vector>

#include "conditional_people.hpp"
#include "support/row_level_audit.hpp"
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "faultline/methods/conditional/class_scanner.hpp"

namespace faultline::methods {
namespace {

using faultline::testing::case_study;
using faultline::testing::input_of;
using faultline::testing::kClass;
using faultline::testing::numbers_of;
using faultline::testing::only;
using faultline::testing::random_people;
using ::testing::SizeIs;

constexpr auto kHigher = search::Direction::higher;
constexpr auto kLower = search::Direction::lower;

TEST(Conditional, EqualsTheRowFormForEveryMetricAndDirection) {
  for (std::uint32_t number = 0; number < 6; ++number) {
    const data::Profiles profiles = random_people(number, 150 + 100 * number, 0.1 * number);
    const auto rows = faultline::testing::rows_of(profiles, 2, 1);
    const std::vector<double> weights = faultline::testing::row_level_weights(rows);
    for (const Metric& metric : all_metrics()) {
      for (const search::Direction direction : {kHigher, kLower}) {
        SCOPED_TRACE(std::string(metric.name()) + (direction == kHigher ? " higher" : " lower"));
        ConditionalOptions options = only(metric.name(), direction);
        options.permute = Permute::everyone;  // the row form leaves nobody out
        const ConditionalResult ours = conditional_scan(input_of(profiles), {kClass}, options);
        ASSERT_THAT(ours.findings, SizeIs(1));
        const double plain =
            faultline::testing::row_level_best(rows, weights, metric, direction, 1.0);
        EXPECT_NEAR(ours.findings[0].score, plain, 1e-7 * std::max(1.0, plain));
        EXPECT_TRUE(ours.findings[0].search.certified);
      }
    }
  }
}

TEST(Conditional, SplittingAndOrderOfProfilesDoNotMatter) {
  const data::Profiles profiles = random_people(7, 600, 0.2);
  data::Profiles split = profiles;  // reversed, and every count above 1 in two parts
  for (auto& column : split.codes) std::reverse(column.begin(), column.end());
  std::reverse(split.prediction.begin(), split.prediction.end());
  std::reverse(split.outcome.begin(), split.outcome.end());
  std::reverse(split.decision.begin(), split.decision.end());
  std::reverse(split.count.begin(), split.count.end());
  const std::int64_t before = split.size();
  for (std::int64_t k = 0; k < before; ++k) {
    if (split.count[k] < 2) continue;
    for (auto& column : split.codes) column.push_back(column[k]);
    split.prediction.push_back(split.prediction[k]);
    split.outcome.push_back(split.outcome[k]);
    split.decision.push_back(split.decision[k]);
    split.count.push_back(1);
    --split.count[k];
  }
  ASSERT_GT(split.size(), before);
  EXPECT_EQ(numbers_of(conditional_scan(input_of(profiles), {kClass}, case_study(19))),
            numbers_of(conditional_scan(input_of(split), {kClass}, case_study(19))));
}

TEST(Conditional, NamesOfValuesDoNotMatterWhenTheirOrderStays) {
  const data::Profiles profiles = random_people(8, 500, 0.2);
  data::Profiles renamed = profiles;
  renamed.attributes[0].labels = {"alpha", "beta"};
  renamed.attributes[1].labels = {"1", "2", "3"};
  EXPECT_EQ(numbers_of(conditional_scan(input_of(profiles), {kClass}, case_study(19))),
            numbers_of(conditional_scan(input_of(renamed), {kClass}, case_study(19))));
}

TEST(Conditional, OrderOfAttributesMovesTheLastDigitsOnly) {
  const data::Profiles profiles = random_people(9, 500, 0.2);
  ConditionalInput other = input_of(profiles);
  std::reverse(other.scanned.begin(), other.scanned.end());
  std::reverse(other.covariates.begin(), other.covariates.end());
  const auto one = conditional_scan(input_of(profiles), {kClass}, case_study());
  const auto two = conditional_scan(other, {kClass}, case_study());
  for (std::size_t i = 0; i < one.findings.size(); ++i) {
    EXPECT_NEAR(one.findings[i].score, two.findings[i].score, 1e-9);
    EXPECT_EQ(one.findings[i].n, two.findings[i].n);
  }
}

TEST(Conditional, AClassAndItsComplementShareThePool) {
  const data::Profiles profiles = random_people(10, 400);
  const ClassProblem inside(input_of(profiles), {"g", "g1"}, case_study());
  const ClassProblem outside(input_of(profiles), {"g", "g0"}, case_study());
  ASSERT_EQ(inside.sizes(), outside.sizes());
  for (std::size_t t = 0; t < inside.sizes().size(); ++t) {
    EXPECT_EQ(inside.members()[t] + outside.members()[t], inside.sizes()[t]);
  }
  EXPECT_EQ(inside.member_count() + outside.member_count(), 400);
}

TEST(Conditional, AClassDoesNotDependOnTheOthersAskedFor) {
  const data::Profiles profiles = random_people(11, 400, 0.2);
  const ConditionalInput input{
      .profiles = profiles, .scanned = {"a", "b", "g"}, .covariates = {"a", "b", "g"}};
  const auto alone = conditional_scan(input, {kClass}, case_study(19));
  const auto together = conditional_scan(input, {{"a", "a0"}, kClass}, case_study(19));
  ASSERT_THAT(together.findings, SizeIs(8));
  for (std::size_t i = 0; i < 4; ++i) {
    EXPECT_EQ(alone.findings[i].score, together.findings[4 + i].score);
    EXPECT_EQ(alone.findings[i].p_value, together.findings[4 + i].p_value);
    EXPECT_LE(alone.findings[i].p_value_adjusted, together.findings[4 + i].p_value_adjusted);
  }
}

TEST(Conditional, RatesCountPeople) {
  const data::Profiles profiles = random_people(12, 800, 0.3);
  const auto result = conditional_scan(input_of(profiles), {kClass}, only("fpr", kHigher));
  const Finding& finding = result.findings.front();
  ASSERT_TRUE(finding.subgroup);
  EXPECT_EQ(finding.subgroup->size(), 1u);
  EXPECT_EQ(finding.subgroup->front().first, "a");
  std::int64_t n = 0;
  std::int64_t flagged = 0;
  std::int64_t other_n = 0;
  std::int64_t other_flagged = 0;
  for (std::int64_t k = 0; k < profiles.size(); ++k) {
    if (profiles.outcome[k] != 0 || profiles.codes[0][k] != 1) continue;
    const bool member = profiles.codes[2][k] == 1;
    (member ? n : other_n) += profiles.count[k];
    if (profiles.decision[k] != 0) (member ? flagged : other_flagged) += profiles.count[k];
  }
  EXPECT_EQ(finding.n, n);
  EXPECT_EQ(finding.observed_count, flagged);
  EXPECT_EQ(finding.comparison->n, other_n);
  EXPECT_EQ(finding.comparison->observed_count, other_flagged);
  EXPECT_LT(finding.comparison->interval->first, finding.comparison->observed);
  EXPECT_FALSE(finding.theta_interval) << "without a test there is no interval over the search";
  EXPECT_GT(finding.observed, finding.expected);
}

TEST(Conditional, TheIntervalContainsTheEstimateAndLeavesOutNoDifferenceWithEvidence) {
  for (const double bias : {0.0, 0.3}) {
    const data::Profiles profiles = random_people(12, 800, bias);
    for (const char* metric : {"fpr", "balance-negative"}) {
      ConditionalOptions options = only(metric, kHigher);
      options.replicates = 199;
      const Finding finding =
          conditional_scan(input_of(profiles), {kClass}, options).findings.front();
      if (!finding.theta_interval) continue;  // nothing found
      const double none = finding.theta_name == ThetaName::q ? 1 : 0;
      EXPECT_LE(finding.theta_interval->first, *finding.theta) << metric;
      EXPECT_GE(finding.theta_interval->second, *finding.theta) << metric;
      EXPECT_EQ(finding.theta_interval->first > none, *finding.significant) << metric << bias;
      if (none == 0) continue;
      EXPECT_LE(finding.observed_interval->first, finding.observed);
      EXPECT_GE(finding.observed_interval->second, finding.observed);
    }
  }
}

}  // namespace
}  // namespace faultline::methods
