// Who is compared with whom in Conditional Bias Scan, who is left out, and what is said of that.

#include <algorithm>
#include <string>
#include <vector>

#include "conditional_people.hpp"
#include "support/message_of.hpp"
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "faultline/methods/conditional/class_problem.hpp"
#include "faultline/methods/conditional/conditional.hpp"

namespace faultline::methods {
namespace {

using faultline::testing::case_study;
using faultline::testing::input_of;
using faultline::testing::kClass;
using faultline::testing::message_of;
using faultline::testing::numeric_people;
using faultline::testing::only;
using faultline::testing::random_people;
using faultline::testing::with_numbers;
using ::testing::Contains;
using ::testing::ContainsRegex;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::Not;
using ::testing::SizeIs;

constexpr auto kHigher = search::Direction::higher;
constexpr auto kLower = search::Direction::lower;

/// Profiles of one person each, with predictions of their own that say nothing of the class.
data::Profiles continuous(std::uint32_t number, std::int64_t n) {
  data::Profiles profiles = random_people(number, n);
  rng::Stream stream(20261117, rng::Purpose::test, number);
  for (double& prediction : profiles.prediction) prediction = 0.2 + 0.5 * rng::uniform(stream);
  return profiles;
}

TEST(Comparable, StrataWhereTheyHoldNearlyAllElseAModel) {
  const data::Profiles profiles = continuous(20, 600);
  const ClassProblem problem(input_of(profiles), kClass, case_study(9));
  EXPECT_EQ(problem.memberships()[0].how, Permute::within);  // given no outcome
  EXPECT_GE(problem.memberships()[0].shared, 0.9);
  EXPECT_EQ(problem.memberships()[1].how, Permute::redraw);  // given the prediction
  EXPECT_LT(problem.memberships()[1].shared, 0.9);
  const auto result = conditional_scan(input_of(profiles), {kClass}, case_study(19));
  EXPECT_THAT(texts(result.notices),
              Contains(HasSubstr("balance-negative, fpr and ppv: membership is exchanged among")));
  EXPECT_THAT(texts(result.notices), Contains(HasSubstr("membership is redrawn from a model")));
  for (const Finding& finding : result.findings) EXPECT_TRUE(finding.p_value);
}

TEST(Comparable, WithinByNameRefusesWhereItHasHardlyAnybodyToExchange) {
  const data::Profiles profiles = continuous(20, 600);
  ConditionalOptions options = only("calibration", kLower, 9);
  options.permute = Permute::within;
  EXPECT_THAT(message_of([&] { (void)conditional_scan(input_of(profiles), {kClass}, options); }),
              HasSubstr("hardly anybody to exchange; use `permute` auto"));
  options = case_study(9);
  options.permute = Permute::within;
  const auto result = conditional_scan(input_of(profiles), {kClass}, options);
  EXPECT_FALSE(result.findings[2].p_value);
  EXPECT_FALSE(result.findings[2].verdict);
  EXPECT_THAT(texts(result.findings[2].warnings), Contains(HasSubstr("not tested: ")));
  EXPECT_TRUE(result.findings[1].p_value);
}

TEST(Comparable, PeopleWithoutCounterpartAreLeftOutAndCounted) {
  data::Profiles profiles = random_people(35, 1500);
  for (std::size_t k = 0; k < profiles.outcome.size(); ++k) {
    if (profiles.codes[0][k] == 0 && profiles.codes[1][k] == 2) profiles.codes[2][k] = 1;
  }
  std::int64_t members = 0;
  std::int64_t alone = 0;
  for (std::size_t k = 0; k < profiles.outcome.size(); ++k) {
    if (profiles.outcome[k] != 0 || profiles.codes[2][k] != 1) continue;
    members += profiles.count[k];
    if (profiles.codes[0][k] == 0 && profiles.codes[1][k] == 2) alone += profiles.count[k];
  }
  for (const Permute permute : {Permute::within, Permute::redraw}) {
    ConditionalOptions options = only("fpr", kHigher, 19);
    options.permute = permute;
    const ClassProblem problem(input_of(profiles), kClass, options);
    EXPECT_EQ(problem.memberships()[0].members, members);
    EXPECT_EQ(problem.memberships()[0].left_out, alone);
    for (const std::int32_t t : problem.criteria()[0].tuple) {
      const std::int32_t cell = problem.cells()[t];
      EXPECT_FALSE(problem.lattice().code(cell, 0) == 0 && problem.lattice().code(cell, 1) == 2);
    }
    const auto result = conditional_scan(input_of(profiles), {kClass}, options);
    EXPECT_TRUE(result.findings[0].p_value);
    EXPECT_THAT(texts(result.findings[0].warnings),
                Contains(ContainsRegex("no comparable counterpart and are left out; 100 % of them "
                                       "have (a = a0|b = b2), of the class [0-9]+ %")));
  }
  ConditionalOptions published = only("fpr", kHigher, 19);
  published.permute = Permute::everyone;
  const ClassProblem everyone(input_of(profiles), kClass, published);
  EXPECT_EQ(everyone.memberships()[0].left_out, 0);
}

TEST(Comparable, AClassThatACovariateDeterminesCannotBeCompared) {
  data::Profiles profiles = numeric_people(5, 800);
  for (std::size_t k = 0; k < profiles.outcome.size(); ++k) {
    profiles.codes[2][k] = profiles.numbers[0][k] > 0.5 ? 1 : 0;
  }
  const auto result = conditional_scan(with_numbers(profiles), {kClass}, case_study(19));
  ASSERT_THAT(result.findings, SizeIs(4));
  for (const Finding& finding : result.findings) {
    EXPECT_EQ(finding.verdict, Verdict::not_comparable);
    EXPECT_FALSE(finding.p_value);
    EXPECT_FALSE(finding.significant);
    EXPECT_FALSE(finding.subgroup);
    EXPECT_THAT(texts(finding.warnings), Contains(HasSubstr("not comparable: ")));
  }
}

TEST(Comparable, FewEffectivePeopleOutsideCannotBeComparedWith) {
  data::Profiles profiles = random_people(36, 150);
  std::int64_t outside = 0;
  for (std::size_t k = 0; k < profiles.outcome.size(); ++k) {
    if (profiles.codes[2][k] != 0) continue;
    outside += profiles.count[k];
    if (outside > 40) profiles.codes[2][k] = 1;
  }
  const auto result = conditional_scan(input_of(profiles), {kClass}, only("fpr", kHigher, 19));
  EXPECT_EQ(result.findings[0].verdict, Verdict::not_comparable);
  EXPECT_FALSE(result.findings[0].p_value);
}

TEST(Comparable, ASubgroupWithHardlyAnybodyOutsideGetsNoPValue) {
  // All but a few of the people with a0 and b1 are in the class, and all of these are flagged.
  data::Profiles profiles = random_people(37, 2000);
  std::int64_t few = 0;
  for (std::size_t k = 0; k < profiles.outcome.size(); ++k) {
    if (profiles.codes[0][k] != 0 || profiles.codes[1][k] != 1) continue;
    const bool outside = profiles.outcome[k] == 0 && few + profiles.count[k] <= 8;
    if (outside) few += profiles.count[k];
    profiles.codes[2][k] = outside ? 0 : 1;
    if (!outside) profiles.decision[k] = 1;
  }
  ConditionalOptions options = only("fpr", kHigher, 99);
  options.permute = Permute::redraw;
  // Trimmed away as a whole at .9 where the model knows; here the few stay below it.
  const ClassProblem problem(input_of(profiles), kClass, options);
  const auto result = conditional_scan(input_of(profiles), {kClass}, options);
  const Finding& finding = result.findings[0];
  if (problem.memberships()[0].left_out > 0) {
    EXPECT_THAT(texts(finding.warnings), Contains(HasSubstr("no comparable counterpart")));
  }
  ASSERT_TRUE(finding.subgroup);
  EXPECT_EQ(finding.verdict == Verdict::not_comparable, finding.comparison->effective_n < 10.0);
  EXPECT_EQ(finding.verdict == Verdict::not_comparable, !finding.p_value);
}

TEST(Comparable, FindingsNameTheCovariates) {
  const data::Profiles profiles = random_people(38, 600, 0.3);
  const ConditionalInput input{
      .profiles = profiles, .scanned = {"a", "b", "g"}, .covariates = {"b", "g"}};
  const auto result = conditional_scan(input, {kClass}, only("fpr", kHigher));
  EXPECT_THAT(result.findings[0].comparable_in, ElementsAre("b"));
}

TEST(Comparable, EveryoneSaysWhenMembershipDependsOnTheCovariates) {
  // In random_people the class has 30 % of a0 and 50 % of a1.
  const data::Profiles profiles = random_people(28, 1000);
  ConditionalOptions options = case_study(19);
  options.permute = Permute::everyone;
  EXPECT_THAT(texts(conditional_scan(input_of(profiles), {kClass}, options).notices),
              Contains(HasSubstr("g = g1: membership depends on the covariates")));
  EXPECT_THAT(texts(conditional_scan(input_of(profiles), {kClass}, case_study(19)).notices),
              Not(Contains(HasSubstr("depends"))));
  // b has nothing to do with anything.
  const ConditionalInput other{
      .profiles = profiles, .scanned = {"a", "b"}, .covariates = {"a", "g"}};
  EXPECT_THAT(texts(conditional_scan(other, {{"b", "b1"}}, options).notices),
              Not(Contains(HasSubstr("depends"))));
}

TEST(Comparable, ManyCovariatesCarryTheirSentence) {
  data::Profiles profiles = numeric_people(6, 300);
  std::vector<std::string> covariates = {"a", "b"};
  rng::Stream stream(20250819, rng::Purpose::test, 1);
  for (int j = 0; j < 20; ++j) {
    const std::string name = "x" + std::to_string(j);
    covariates.push_back(name);
    profiles.number_names.push_back(name);
    std::vector<double>& column = profiles.numbers.emplace_back();
    for (std::size_t k = 0; k < profiles.outcome.size(); ++k) column.push_back(rng::normal(stream));
  }
  const ConditionalInput input{
      .profiles = profiles, .scanned = {"a", "b"}, .covariates = covariates};
  EXPECT_THAT(texts(conditional_scan(input, {kClass}, only("fpr", kHigher, 1)).notices),
              Contains(HasSubstr(
                  "22 covariates are so many that the error rate of this test is not known; name "
                  "the ones that matter")));
}

TEST(Comparable, ComplementaryCriteriaAreOneTest) {
  const data::Profiles profiles = random_people(39, 800, 0.2);
  ConditionalOptions both = only("fpr", kHigher, 19);
  both.scans.push_back({&metric_named("tnr"), kLower});
  const auto result = conditional_scan(input_of(profiles), {kClass}, both);
  ASSERT_THAT(result.findings, SizeIs(1));
  EXPECT_EQ(result.findings[0].also, Criterion::tnr);
  const auto other = conditional_scan(input_of(profiles), {kClass}, only("tnr", kLower, 19));
  EXPECT_NEAR(result.findings[0].score, other.findings[0].score, 1e-8);
  EXPECT_EQ(result.findings[0].p_value, other.findings[0].p_value);
  // In the same direction they are opposite questions.
  both.scans[1].direction = kHigher;
  EXPECT_THAT(conditional_scan(input_of(profiles), {kClass}, both).findings, SizeIs(2));
}

TEST(Comparable, ScoresDoNotSplitTuplesWhereNoScanLooksAtThem) {
  const data::Profiles profiles = random_people(31, 2000);
  const ClassProblem decisions(input_of(profiles), kClass, only("fpr", kHigher));
  const ClassProblem scores(input_of(profiles), kClass, case_study());
  EXPECT_LE(decisions.tuples(), 2 * 3 * 2 * 2);
  EXPECT_GT(scores.tuples(), decisions.tuples());
}

}  // namespace
}  // namespace faultline::methods
