#include "faultline/methods/elicitation/meaning.hpp"

#include <gtest/gtest.h>

#include "faultline/methods/elicitation/elicitation.hpp"

namespace faultline::methods {
namespace {

/// Group by group: people without the outcome, flagged among them, probability.
data::Profiles people() {
  data::Profiles rows;
  data::Attribute group;
  group.name = "group";
  group.labels = {"a", "b", "c"};
  rows.attributes = {group};
  rows.codes.resize(1);
  rows.number_names = {"p"};
  rows.numbers.resize(1);
  const auto add = [&](data::Code code, double p, int outcome, int decision, std::int64_t count) {
    rows.codes[0].push_back(code);
    rows.numbers[0].push_back(p);
    rows.outcome.push_back(static_cast<std::uint8_t>(outcome));
    rows.decision.push_back(static_cast<std::uint8_t>(decision));
    rows.count.push_back(count);
  };
  add(0, 0.4, 0, 1, 50);
  add(0, 0.4, 0, 0, 50);
  add(0, 0.4, 1, 1, 7);
  add(1, 0.2, 0, 1, 20);
  add(1, 0.2, 0, 0, 80);
  add(2, 0.3, 1, 0, 5);  // nobody without the outcome
  data::ProfilesBuilder builder(rows.attributes, rows.number_names);
  data::send(rows, builder);
  return std::move(builder).finish();
}

/// A ratio of 1, so that lambda is 1 + cost ratio.
ElicitReport answered(double cost_ratio, ErrorRate error = ErrorRate::fpr) {
  return elicit(error, {{.person = "a", .z1 = 30, .z2 = 50, .z3 = 45}}, cost_ratio).report;
}

ElicitReport::Meaning meaning(const ElicitReport& report, Harm harm = Harm::positive) {
  const data::Profiles profiles = people();
  return meaning_of({.profiles = profiles, .scanned = {"group"}, .true_probability = "p"}, harm,
                    report);
}

TEST(ElicitMeaning, AGroupMayExceedTheOthersByLambdaTimesItsBaseRate) {
  // lambda 1.2: .2 points more justify .24.
  const ElicitReport::Meaning found = meaning(answered(0.2));
  EXPECT_EQ(found.people, 212);
  EXPECT_EQ(found.compared, 200);
  ASSERT_EQ(found.groups.size(), 2U);
  EXPECT_EQ(found.groups[0].value, "a");
  EXPECT_EQ(found.groups[0].n, 100);
  EXPECT_DOUBLE_EQ(found.groups[0].base_rate, 0.4);
  EXPECT_DOUBLE_EQ(found.groups[0].base_rate_outside, 0.2);
  EXPECT_DOUBLE_EQ(found.groups[0].rate, 0.5);
  EXPECT_DOUBLE_EQ(found.groups[0].rate_outside, 0.2);
  EXPECT_NEAR(found.groups[0].allowed.value(), 0.44, 1e-12);
  EXPECT_NEAR(found.groups[0].excess, 0.06, 1e-12);
  // A lower base rate justifies nothing.
  EXPECT_DOUBLE_EQ(found.groups[1].allowed.value(), 0.5);
  EXPECT_EQ(found.groups[1].excess, 0);
  EXPECT_FALSE(found.groups[1].allowed_interval);
}

TEST(ElicitMeaning, NothingIsAllowedAboveEverybody) {
  EXPECT_EQ(meaning(answered(9)).groups[0].allowed, 1);
  EXPECT_EQ(meaning(answered(9)).groups[0].excess, 0);
}

TEST(ElicitMeaning, WhereARefusalHarmsTooLowARateDoes) {
  // Group b: 20 % against 50 %, base rates 20 % against 40 %; lambda 1.2 lets it fall to 26 %.
  const ElicitReport::Meaning found = meaning(answered(0.2), Harm::negative);
  EXPECT_EQ(found.direction, Direction::lower);
  EXPECT_NEAR(found.groups[1].allowed.value(), 0.26, 1e-12);
  EXPECT_NEAR(found.groups[1].excess, 0.06, 1e-12);
  EXPECT_NEAR(found.groups[0].allowed.value(), 0.2, 1e-12);
  EXPECT_EQ(found.groups[0].excess, 0);
}

TEST(ElicitMeaning, TheEndsOfLambdasIntervalAreShown) {
  ElicitReport report = answered(0.2);
  report.ratio.lambda_interval = {{0.5, std::numeric_limits<double>::infinity()}};
  const ElicitReport::Meaning found = meaning(report);
  EXPECT_NEAR(found.groups[0].allowed_interval->first, 0.3, 1e-12);
  EXPECT_EQ(found.groups[0].allowed_interval->second, 1);
  EXPECT_DOUBLE_EQ(found.groups[1].allowed_interval->first, 0.5);
  EXPECT_DOUBLE_EQ(found.groups[1].allowed_interval->second, 0.5);
}

TEST(ElicitMeaning, AnInfiniteLambdaAllowsAnythingWhereTheBaseRateIsHigher) {
  const ElicitReport report =
      elicit(ErrorRate::fpr, {{.person = "a", .z1 = 30, .z2 = 50, .z3 = 40}}, 1.0).report;
  const ElicitReport::Meaning found = meaning(report);
  EXPECT_FALSE(found.groups[0].allowed);
  EXPECT_EQ(found.groups[0].excess, 0);
  EXPECT_DOUBLE_EQ(found.groups[1].allowed.value(), 0.5);
}

}  // namespace
}  // namespace faultline::methods
