// Conditional Bias Scan in the small: data that cannot be audited, or hardly.

#include <cmath>
#include <string>

#include "conditional_people.hpp"
#include "support/message_of.hpp"
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "faultline/methods/conditional/conditional.hpp"

namespace faultline::methods {
namespace {

using faultline::testing::case_study;
using faultline::testing::input_of;
using faultline::testing::kClass;
using faultline::testing::message_of;
using faultline::testing::only;
using faultline::testing::random_people;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::SizeIs;

constexpr auto kHigher = search::Direction::higher;
constexpr auto kLower = search::Direction::lower;

TEST(ConditionalBadCases, ClassAbsentOrEverybody) {
  const data::Profiles profiles = random_people(21, 50);
  EXPECT_THAT(
      message_of([&] { (void)conditional_scan(input_of(profiles), {{"g", "g7"}}, case_study()); }),
      HasSubstr("`protected` g=g7: nobody belongs to this class"));
  data::Profiles alike = profiles;
  std::fill(alike.codes[2].begin(), alike.codes[2].end(), data::Code{1});
  EXPECT_THAT(message_of([&] { (void)conditional_scan(input_of(alike), {kClass}, case_study()); }),
              HasSubstr("all 50 people belong to this class"));
}

TEST(ConditionalBadCases, NobodyToCompareWithIsAFindingWithoutPValue) {
  data::Profiles profiles = random_people(22, 600);
  for (std::size_t k = 0; k < profiles.decision.size(); ++k) {
    if (profiles.codes[2][k] == 0) profiles.decision[k] = 0;
  }
  const auto result = conditional_scan(input_of(profiles), {kClass}, case_study(9));
  const Finding& ppv = result.findings[3];
  EXPECT_FALSE(ppv.subgroup);
  EXPECT_FALSE(ppv.p_value);
  EXPECT_FALSE(ppv.significant);
  ASSERT_THAT(ppv.warnings, SizeIs(1));
  EXPECT_THAT(ppv.warnings[0].text,
              HasSubstr("outside the class there is nobody with a positive decision"));
  EXPECT_TRUE(result.findings[0].p_value);
}

/// Two members are flagged, and one person outside: a redraw that takes that one into the
/// class leaves nobody flagged outside to learn from.
TEST(ConditionalBadCases, ARedrawThatCannotBeScannedCountsAgainstEvidence) {
  data::Profiles profiles = random_people(30, 400);
  std::int64_t outside = 0;
  std::int64_t inside = 0;
  for (std::size_t k = 0; k < profiles.decision.size(); ++k) {
    std::int64_t& flagged = profiles.codes[2][k] == 0 ? outside : inside;
    const bool flag = profiles.outcome[k] == 0 && profiles.count[k] == 1 &&
                      flagged < (profiles.codes[2][k] == 0 ? 1 : 2);
    profiles.decision[k] = flag ? 1 : 0;
    if (flag) ++flagged;
  }
  ConditionalOptions options = only("fpr", kHigher, 199);
  options.permute = Permute::redraw;
  options.sequential = data::Choice::no;
  const ConditionalResult result = conditional_scan(input_of(profiles), {kClass}, options);
  EXPECT_THAT(texts(result.notices),
              ::testing::Contains(HasSubstr("could not be computed and counts against evidence")));
  const Finding& finding = result.findings.at(0);
  const auto reached = std::ranges::count(finding.null.scores, finding.score);
  EXPECT_GT(reached, 0);
  EXPECT_GE(finding.exceedances, reached);
}

TEST(ConditionalBadCases, NothingVariesOutsideIsAFindingWithoutScore) {
  data::Profiles profiles = random_people(29, 200);
  for (std::size_t k = 0; k < profiles.decision.size(); ++k) {
    if (profiles.codes[2][k] == 0 && profiles.decision[k] == 1) profiles.outcome[k] = 1;
  }
  const auto result = conditional_scan(input_of(profiles), {kClass}, only("ppv", kLower, 9));
  EXPECT_FALSE(result.findings[0].subgroup);
  EXPECT_FALSE(result.findings[0].p_value);
  ASSERT_THAT(result.findings[0].warnings, SizeIs(1));
  EXPECT_THAT(result.findings[0].warnings[0].text,
              HasSubstr("outside the class the event is the same for all"));
}

TEST(ConditionalBadCases, MissingRoles) {
  data::Profiles profiles = random_people(23, 80);
  profiles.decision.clear();
  EXPECT_THAT(message_of([&] {
                (void)conditional_scan(input_of(profiles), {kClass}, only("fpr", kHigher));
              }),
              HasSubstr("`metric` fpr needs decisions"));
  profiles.prediction.clear();
  EXPECT_THAT(message_of([&] {
                (void)conditional_scan(input_of(profiles), {kClass}, only("calibration", kLower));
              }),
              HasSubstr("`metric` calibration needs predictions"));
}

TEST(ConditionalBadCases, OneAttributeLeavesTheClassAsAWhole) {
  const data::Profiles profiles = random_people(24, 400, 0.3);
  const ConditionalInput input{.profiles = profiles, .scanned = {"g"}, .covariates = {"g"}};
  const auto result = conditional_scan(input, {kClass}, only("fpr", kHigher, 9));
  EXPECT_EQ(result.findings[0].search.subgroups, 1);
  ASSERT_TRUE(result.findings[0].subgroup);
  EXPECT_THAT(*result.findings[0].subgroup, IsEmpty());
}

TEST(ConditionalBadCases, CovariateConstantWithinTheFilterIsNamed) {
  data::Profiles profiles = random_people(25, 300);
  for (std::size_t k = 0; k < profiles.outcome.size(); ++k) {
    if (profiles.codes[0][k] == 1) profiles.outcome[k] = 1;
  }
  const auto result = conditional_scan(input_of(profiles), {kClass}, only("fpr", kHigher));
  const ModelReport& expectation = result.models.back();
  EXPECT_THAT(expectation.dropped, ::testing::ElementsAre("a=a1"));
  EXPECT_THAT(texts(expectation.notices), ::testing::Contains(HasSubstr("a=a1 does not vary")));
}

TEST(ConditionalBadCases, SeparationWithoutRidgeIsSaid) {
  data::Profiles profiles = random_people(26, 300);
  for (std::size_t k = 0; k < profiles.decision.size(); ++k) {
    if (profiles.codes[1][k] == 2) profiles.decision[k] = 1;
  }
  ConditionalOptions options = only("fpr", kHigher);
  options.expectation.strength = 0;
  const auto result = conditional_scan(input_of(profiles), {kClass}, options);
  EXPECT_TRUE(result.models.back().separated);
  EXPECT_THAT(texts(result.models.back().notices),
              ::testing::Contains(HasSubstr("`ridge` above 0")));
  EXPECT_TRUE(std::isfinite(result.findings[0].score));
}

TEST(ConditionalBadCases, ClippedPredictionsAreCounted) {
  data::Profiles profiles = random_people(27, 200);
  std::int64_t certain = 0;
  for (std::size_t k = 0; k < 20; ++k) {
    profiles.prediction[k] = 1;
    certain += profiles.count[k];
  }
  const auto result = conditional_scan(input_of(profiles), {kClass}, case_study());
  EXPECT_THAT(texts(result.notices),
              ::testing::Contains(HasSubstr(std::to_string(certain) + " people")));
}

}  // namespace
}  // namespace faultline::methods
