// A subgroup that is named beforehand is scored and tested without a search.

#include <algorithm>
#include <cmath>
#include <limits>
#include <string>

#include "conditional_people.hpp"
#include "support/message_of.hpp"
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "faultline/methods/conditional/class_scanner.hpp"
#include "faultline/search/bernoulli_score.hpp"

namespace faultline::methods {
namespace {

using faultline::testing::case_study;
using faultline::testing::input_of;
using faultline::testing::kClass;
using faultline::testing::message_of;
using faultline::testing::only;
using faultline::testing::random_people;
using ::testing::Contains;
using ::testing::HasSubstr;
using ::testing::SizeIs;

constexpr auto kHigher = search::Direction::higher;
constexpr auto kLower = search::Direction::lower;

ConditionalOptions named(std::string subgroup, ConditionalOptions options) {
  options.subgroup = std::move(subgroup);
  return options;
}

TEST(Named, TheScoreIsTheLikelihoodRatioOfItsPeople) {
  const data::Profiles profiles = random_people(40, 700, 0.3);
  const ConditionalOptions options = named("a=a1;b=b0|b2", only("fpr", kHigher));
  const auto result = conditional_scan(input_of(profiles), {kClass}, options);
  ASSERT_THAT(result.findings, SizeIs(1));
  const Finding& finding = result.findings.front();
  const ClassProblem problem(input_of(profiles), kClass, options);
  ClassScanner scanner(problem);
  scanner.use(problem.members());
  ASSERT_TRUE(scanner.expect(0));
  const search::BernoulliCells& cells = scanner.state(0).bernoulli;
  const search::SubgroupPeople people = search::gather_people(
      cells, cells.y, kHigher, search::CellSet{problem.lattice(), *problem.named()});
  const double ratio =
      search::maximise_bernoulli(people.view(), static_cast<double>(people.y)).value;
  EXPECT_EQ(finding.score, ratio);
  EXPECT_EQ(finding.penalty, 0);
  EXPECT_EQ(finding.search.subgroups, 1);
  EXPECT_TRUE(finding.search.certified);
  EXPECT_EQ(finding.text, "a = a1; b = b0 or b2");
}

// Nothing else can be found where nothing is scanned; covariates are the same, so the redraws are.
TEST(Named, EverybodyIsTestedAsAScanWithoutAttributesDoes) {
  const data::Profiles profiles = random_people(41, 600, 0.15);
  ConditionalInput nothing = input_of(profiles);
  nothing.scanned.clear();
  const auto scanned = conditional_scan(nothing, {kClass}, case_study(99));
  const auto by_name =
      conditional_scan(input_of(profiles), {kClass}, named("a=a0|a1", case_study(99)));
  ASSERT_EQ(scanned.findings.size(), by_name.findings.size());
  for (std::size_t i = 0; i < scanned.findings.size(); ++i) {
    const Finding& one = scanned.findings[i];
    const Finding& two = by_name.findings[i];
    EXPECT_NEAR(one.score, two.score, 1e-9);
    // Without a difference the one finds nothing; the other says so of the subgroup.
    EXPECT_EQ(one.p_value.value_or(-1), two.p_value.value_or(-1));
    EXPECT_EQ(one.p_value_adjusted.value_or(-1), two.p_value_adjusted.value_or(-1));
  }
}

TEST(Named, TheIntervalLeavesOutNoDifferenceExactlyWhenThereIsEvidence) {
  int evidence = 0;
  for (std::uint32_t number = 50; number < 62; ++number) {
    const data::Profiles profiles = random_people(number, 500, 0.02 * (number - 50));
    const auto result =
        conditional_scan(input_of(profiles), {kClass}, named("a=a1", case_study(199)));
    for (const Finding& finding : result.findings) {
      if (!finding.theta_interval) continue;
      const double none = finding.theta_name == ThetaName::q ? 1 : 0;
      const auto [low, high] = *finding.theta_interval;
      EXPECT_EQ(low > none || high < none, finding.verdict == Verdict::evidence);
      EXPECT_FALSE(finding.theta_shrunken);
      // One direction has used alpha up: the far end is open.
      const double far = finding.direction == kHigher ? high : low;
      EXPECT_TRUE(std::isinf(far) || far == 0) << far;
      evidence += finding.verdict == Verdict::evidence ? 1 : 0;
    }
  }
  EXPECT_GT(evidence, 0);
}

TEST(Named, BothDirectionsAreTestedAndTheOneInWhichItDepartsIsTold) {
  const data::Profiles profiles = random_people(42, 800, 0.3);
  ConditionalOptions options = named("a=a1", only("fpr", kLower, 199));
  options.scans.push_back({options.scans.front().metric, kHigher});
  const auto result = conditional_scan(input_of(profiles), {kClass}, options);
  ASSERT_THAT(result.findings, SizeIs(1));
  const Finding& finding = result.findings.front();
  EXPECT_EQ(finding.direction, kHigher);
  EXPECT_EQ(finding.verdict, Verdict::evidence);
  ASSERT_TRUE(finding.theta_interval);
  EXPECT_TRUE(std::isfinite(finding.theta_interval->second));
  options.replicates = 0;
  EXPECT_THAT(conditional_scan(input_of(profiles), {kClass}, options).findings, SizeIs(1));
}

TEST(Named, WhoCannotBeTestedIsSaid) {
  data::Profiles profiles = random_people(43, 400);
  const auto message = [&](const std::string& subgroup, int top = 1) {
    ConditionalOptions options = named(subgroup, case_study(19));
    options.top = top;
    return message_of([&] {
      (void)conditional_scan(
          {.profiles = profiles, .scanned = {"a", "b", "g"}, .covariates = {"a", "b"}}, {kClass},
          options);
    });
  };
  EXPECT_EQ(message("a=a3"), "`subgroup` 'a=a3': 'a' has no value 'a3'; did you mean 'a0'?");
  EXPECT_EQ(message("g=g1"),
            "`subgroup` 'g=g1': 'g' says who is in the class g = g1, so that a subgroup of the "
            "class cannot name it; leave it out, or audit another class");
  EXPECT_EQ(message("a=a1", 2),
            "`top` looks for several subgroups and `subgroup` names one: use one of them");
  profiles.attributes[1].labels.emplace_back("b3");
  EXPECT_EQ(message("b=b3"), "`subgroup` b = b3: nobody is in it");
}

TEST(Named, NobodyOfTheClassInItIsNoClearance) {
  data::Profiles profiles = random_people(44, 400);
  profiles.attributes[1].labels.emplace_back("b3");
  for (std::size_t k = 0; k < profiles.codes[1].size(); ++k) {
    if (profiles.codes[2][k] == 0 && profiles.codes[1][k] == 0) profiles.codes[1][k] = 3;
  }
  const auto result =
      conditional_scan(input_of(profiles), {kClass}, named("b=b3", only("fpr", kHigher, 19)));
  ASSERT_THAT(result.findings, SizeIs(1));
  EXPECT_FALSE(result.findings.front().subgroup);
  EXPECT_FALSE(result.findings.front().verdict);
  EXPECT_THAT(texts(result.findings.front().warnings),
              Contains(HasSubstr(
                  "not computed: of the class there is nobody without the outcome in b = b3")));
}

}  // namespace
}  // namespace faultline::methods
