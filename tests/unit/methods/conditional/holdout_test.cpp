// An audit that searches one part of the people and tests on the other.

#include "faultline/methods/conditional/holdout.hpp"

#include "conditional_people.hpp"
#include "support/message_of.hpp"
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "faultline/methods/bias_scan/holdout.hpp"

namespace faultline::methods {
namespace {

using faultline::testing::case_study;
using faultline::testing::input_of;
using faultline::testing::kClass;
using faultline::testing::message_of;
using faultline::testing::only;
using faultline::testing::random_people;
using ::testing::HasSubstr;
using ::testing::SizeIs;

constexpr auto kHigher = search::Direction::higher;

// What was found is tested as if somebody had named it.
TEST(HoldoutAudit, TestsWhatWasFoundAsANamedSubgroup) {
  const HoldoutParts parts = hold_out(random_people(61, 1600, 0.3), 0.5, 7);
  const ConditionalOptions options = only("fpr", kHigher, 99);
  const auto result =
      holdout_audit(input_of(parts.searched), input_of(parts.held_out), {kClass}, options);
  ConditionalOptions search = options;
  search.replicates = 0;
  const auto found = conditional_scan(input_of(parts.searched), {kClass}, search);
  ConditionalOptions named = options;
  named.subgroup = "a=a1";
  const auto tested = conditional_scan(input_of(parts.held_out), {kClass}, named);
  ASSERT_THAT(result.findings, SizeIs(1));
  const Finding& finding = result.findings.front();
  ASSERT_EQ(found.findings.front().text, "a = a1");
  EXPECT_EQ(finding.text, "a = a1");
  EXPECT_EQ(finding.score, tested.findings.front().score);
  EXPECT_EQ(finding.n, tested.findings.front().n);
  EXPECT_EQ(finding.p_value, tested.findings.front().p_value);
  EXPECT_EQ(finding.theta_interval, tested.findings.front().theta_interval);
  EXPECT_FALSE(finding.theta_shrunken) << "nothing was searched among these people";
  EXPECT_EQ(finding.verdict, Verdict::evidence);
  EXPECT_EQ(finding.penalty, 0);
  EXPECT_EQ(finding.search.subgroups, found.findings.front().search.subgroups);
}

TEST(HoldoutAudit, EveryScanHasItsOwnSubgroup) {
  const HoldoutParts parts = hold_out(random_people(62, 1600, 0.3), 0.5, 7);
  const ConditionalOptions options = case_study(99);
  const auto result =
      holdout_audit(input_of(parts.searched), input_of(parts.held_out), {kClass}, options);
  ConditionalOptions search = options;
  search.replicates = 0;
  const auto found = conditional_scan(input_of(parts.searched), {kClass}, search);
  ASSERT_EQ(result.findings.size(), found.findings.size());
  for (std::size_t i = 0; i < found.findings.size(); ++i) {
    EXPECT_EQ(result.findings[i].metric, found.findings[i].metric);
    EXPECT_EQ(result.findings[i].text, found.findings[i].text);
    if (!found.findings[i].subgroup) {
      EXPECT_EQ(result.findings[i].verdict, Verdict::nothing);
    }
  }
}

TEST(HoldoutAudit, AClassWithoutPeopleIsToldWithItsPart) {
  const data::Profiles people = random_people(63, 400);
  data::Profiles others = people;
  for (data::Code& code : others.codes[2]) code = 0;
  const auto message = [&](const data::Profiles& searched, const data::Profiles& held_out) {
    return message_of([&] {
      (void)holdout_audit(input_of(searched), input_of(held_out), {kClass}, case_study());
    });
  };
  EXPECT_THAT(message(people, others), HasSubstr("`holdout`: among the people held out, "));
  EXPECT_THAT(message(others, people), HasSubstr("`holdout`: among the people searched, "));
}

}  // namespace
}  // namespace faultline::methods
