// What an audit says of the effects that it would have found.

#include <algorithm>
#include <cmath>

#include "conditional_people.hpp"
#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace faultline::methods {
namespace {

using faultline::testing::input_of;
using faultline::testing::kClass;
using faultline::testing::numbers_of;
using faultline::testing::only;
using faultline::testing::random_people;
using ::testing::SizeIs;

constexpr auto kHigher = search::Direction::higher;
constexpr auto kLower = search::Direction::lower;

ConditionalOptions with_power(ConditionalOptions options, std::string subgroup = {}) {
  options.power = true;
  options.subgroup = std::move(subgroup);
  return options;
}

TEST(ConditionalPower, NamesTheSubgroupTheClassAndItsShares) {
  const data::Profiles profiles = random_people(70, 900, 0.1);
  const auto result =
      conditional_scan(input_of(profiles), {kClass}, with_power(only("fpr", kHigher, 199), "a=a1"));
  ASSERT_THAT(result.findings, SizeIs(1));
  const Finding& finding = result.findings.front();
  EXPECT_GT(finding.search.subgroups, 1) << "everything is searched";
  ASSERT_TRUE(finding.detectable);
  const auto& effects = finding.detectable->effects;
  ASSERT_THAT(effects, SizeIs(5));
  EXPECT_EQ(effects[0].text, "a = a1");
  EXPECT_EQ(effects[1].text, "the whole class");
  EXPECT_EQ(effects[2].text, "50 % of the class");
  // Fewer people need a larger effect.
  for (std::size_t i = 1; i + 1 < effects.size(); ++i) {
    ASSERT_TRUE(effects[i].theta && effects[i + 1].theta);
    EXPECT_LT(*effects[i].theta, *effects[i + 1].theta);
    EXPECT_GT(effects[i].n, effects[i + 1].n);
  }
  for (const auto& effect : effects) {
    EXPECT_GT(*effect.theta, 1);
    EXPECT_GT(*effect.rate, effect.expected);
    EXPECT_GT(effect.spread, 0.8);
  }
}

TEST(ConditionalPower, TheOtherDirectionAsksForLessThanExpected) {
  const data::Profiles profiles = random_people(71, 900);
  const auto rates =
      conditional_scan(input_of(profiles), {kClass}, with_power(only("fpr", kLower, 199), "a=a1"));
  const auto& effect = rates.findings.front().detectable.value().effects.front();
  EXPECT_LT(*effect.theta, 1);
  EXPECT_LT(*effect.rate, effect.expected);
  const auto means = conditional_scan(input_of(profiles), {kClass},
                                      with_power(only("balance-negative", kLower, 199), "a=a1"));
  EXPECT_LT(*means.findings.front().detectable.value().effects.front().theta, 0);
}

TEST(ConditionalPower, ChangesNothingElseAndDoesNotDependOnThreads) {
  const data::Profiles profiles = random_people(72, 700, 0.2);
  ConditionalOptions options = faultline::testing::case_study(199);
  const auto without = conditional_scan(input_of(profiles), {kClass}, options);
  const auto one = conditional_scan(input_of(profiles), {kClass}, with_power(options));
  EXPECT_EQ(numbers_of(without), numbers_of(one));
  EXPECT_FALSE(without.findings.front().detectable);
  options.threads = 3;
  const auto three = conditional_scan(input_of(profiles), {kClass}, with_power(options));
  for (std::size_t i = 0; i < one.findings.size(); ++i) {
    ASSERT_TRUE(one.findings[i].detectable && three.findings[i].detectable);
    const auto& a = one.findings[i].detectable->effects;
    const auto& b = three.findings[i].detectable->effects;
    ASSERT_EQ(a.size(), b.size());
    for (std::size_t k = 0; k < a.size(); ++k) {
      EXPECT_EQ(a[k].theta, b[k].theta);
      EXPECT_EQ(a[k].spread, b[k].spread);
    }
  }
}

// With so few replicates there is no score to exceed.
TEST(ConditionalPower, IsNotToldWithoutACriticalScore) {
  const data::Profiles profiles = random_people(73, 300);
  const auto result =
      conditional_scan(input_of(profiles), {kClass}, with_power(only("fpr", kHigher, 9)));
  EXPECT_FALSE(result.findings.front().detectable);
}

}  // namespace
}  // namespace faultline::methods
