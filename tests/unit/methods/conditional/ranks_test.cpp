// Further subgroups of a scan of an audit, each given those before it.

#include <algorithm>
#include <cmath>
#include <string>

#include "conditional_people.hpp"
#include "support/message_of.hpp"
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "faultline/methods/conditional/correction.hpp"
#include "faultline/search/bernoulli_score.hpp"
#include "faultline/studies/conditional/planted_class.hpp"

namespace faultline::methods {
namespace {

using faultline::testing::input_of;
using faultline::testing::kClass;
using faultline::testing::message_of;
using faultline::testing::numbers_of;
using faultline::testing::only;
using faultline::testing::random_people;
using studies::audit_planted;
using studies::planted_audit;
using studies::planted_class;
using ::testing::Contains;
using ::testing::HasSubstr;
using ::testing::SizeIs;

constexpr auto kHigher = search::Direction::higher;

double odds(double p) { return p / (1 - p); }

TEST(Ranks, MembershipIsRedrawnWithTheOddsThatBayesRuleGives) {
  const data::Profiles profiles = random_people(60, 900, 0.2);
  const ConditionalInput input = input_of(profiles);
  ConditionalOptions options = only("fpr", kHigher, 19);
  options.permute = Permute::redraw;
  const ClassProblem problem(input, kClass, options);
  ClassScanner scanner(problem);
  scanner.use(problem.members());
  ASSERT_TRUE(scanner.expect(0));
  Correction correction(input, problem, 0);
  EXPECT_TRUE(correction.empty());
  const search::Subgroup found = search::parse_subgroup("a=a1", problem.lattice().attributes);
  const double log_q = std::log(3.0);
  correction.add(found, log_q, scanner);
  EXPECT_EQ(correction.corrected(), nullptr);
  const CriterionProblem& criterion = problem.criteria()[0];
  const Membership& membership = problem.memberships()[criterion.membership];
  int inside = 0;
  for (std::size_t e = 0; e < criterion.tuple.size(); ++e) {
    const std::int32_t tuple = criterion.tuple[e];
    const double before = membership.probability[tuple];
    const double after = correction.probability()[tuple];
    if (!problem.lattice().contains(found, problem.cells()[tuple])) {
      EXPECT_EQ(after, before);
      continue;
    }
    ++inside;
    const double expected = scanner.state(0).expected[criterion.unit_row[criterion.unit[e]]];
    const double tilt = (criterion.event[e] != 0 ? 3.0 : 1.0) / (1 - expected + 3 * expected);
    EXPECT_NEAR(odds(after), odds(before) * tilt, 1e-9 * odds(after));
  }
  EXPECT_GT(inside, 0);
}

// What is left in the subgroup has its best q at 1, and its best mu at 0.
TEST(Ranks, ACorrectionLeavesNothingInTheSubgroup) {
  const data::Profiles profiles = random_people(61, 900, 0.2);
  const ConditionalInput input = input_of(profiles);
  for (const char* metric : {"fpr", "balance-negative"}) {
    ConditionalOptions options = only(metric, kHigher, 19);
    options.subgroup = "a=a1";
    const ClassProblem problem(input, kClass, options);
    ClassScanner scanner(problem);
    scanner.use(problem.members());
    ASSERT_TRUE(scanner.expect(0));
    const auto found = scanner.search(0, options.search_options(kHigher)).found.front();
    ASSERT_GT(found.score, 1);
    Correction correction(input, problem, 0);
    correction.add(found.subgroup, found.theta, scanner);
    scanner.correct(0, correction.log_odds());
    ASSERT_TRUE(scanner.expect(0));
    EXPECT_NEAR(scanner.search(0, options.search_options(kHigher)).found.front().score, 0, 1e-12);
    if (correction.corrected() == nullptr) continue;
    // The people whose predictions are corrected say the same without a correction.
    ClassScanner corrected(*correction.corrected());
    corrected.use(correction.corrected()->members());
    ASSERT_TRUE(corrected.expect(0));
    const std::vector<double>& sums = corrected.state(0).gaussian.residual_sum;
    for (std::size_t cell = 0; cell < sums.size(); ++cell) {
      EXPECT_NEAR(sums[cell], scanner.state(0).gaussian.residual_sum[cell], 1e-6);
    }
  }
}

TEST(Ranks, ASecondSubgroupIsFoundGivenTheFirst) {
  const data::Profiles people = planted_class(
      5, 1, {.people = 4000, .q_first = 5, .q_second = 5, .mu_first = 1, .mu_second = 1});
  for (const char* metric : {"fpr", "balance-negative"}) {
    ConditionalOptions options = planted_audit({metric}, 199);
    options.top = 4;
    const ConditionalResult result = audit_planted(people, options);
    ASSERT_THAT(result.findings, SizeIs(2)) << metric;
    EXPECT_EQ(result.findings[0].rank, 1);
    EXPECT_EQ(result.findings[1].rank, 2);
    std::vector<std::string> found = {result.findings[0].text, result.findings[1].text};
    std::ranges::sort(found);
    EXPECT_EQ(found, (std::vector<std::string>{"a = a0; c = c0", "a = a1; c = c1"}));
    for (const Finding& finding : result.findings) {
      EXPECT_EQ(finding.verdict, Verdict::evidence);
      ASSERT_TRUE(finding.theta_interval);
      EXPECT_GT(finding.theta_interval->first, finding.theta_name == ThetaName::q ? 1 : 0);
      EXPECT_LT(finding.theta_interval->first, *finding.theta);
      EXPECT_GT(finding.observed, finding.expected);
    }
    EXPECT_THAT(texts(result.notices), Contains(HasSubstr("the list ends at rank 2; ")));
  }
}

TEST(Ranks, StayWithTheirScanAndDoNotDependOnThreads) {
  const data::Profiles people = planted_class(
      5, 2, {.people = 3000, .q_first = 5, .q_second = 5, .mu_first = 1, .mu_second = 1});
  ConditionalOptions options = planted_audit({"fpr", "balance-negative", "tpr"}, 199);
  options.top = 2;
  const ConditionalResult one = audit_planted(people, options);
  std::vector<std::pair<std::string, int>> order;
  for (const Finding& finding : one.findings) {
    order.emplace_back(std::string(name_of(finding.metric)), finding.rank);
  }
  EXPECT_TRUE(std::ranges::is_sorted(order, [](const auto& a, const auto& b) {
    return a.first == b.first && a.second < b.second;
  }));
  EXPECT_GT(order.size(), 3U);
  options.threads = 3;
  EXPECT_EQ(numbers_of(one), numbers_of(audit_planted(people, options)));
}

// Without further ranks nothing of the class leaves its family either.
TEST(Ranks, TheFirstIsComparedWithAllScansOfItsClass) {
  const data::Profiles people = planted_class(5, 3, {.people = 1500, .q_first = 2.5});
  ConditionalOptions options = planted_audit({"fpr", "balance-negative", "tpr"}, 999);
  options.sequential = data::Choice::no;
  const ConditionalResult step_down = audit_planted(people, options);
  options.top = 2;
  const ConditionalResult ranked = audit_planted(people, options);
  std::size_t more = 0;
  for (std::size_t i = 0, k = 0; i < step_down.findings.size(); ++i, ++k) {
    while (ranked.findings[k].rank > 1) ++k;
    EXPECT_EQ(step_down.findings[i].score, ranked.findings[k].score);
    EXPECT_EQ(step_down.findings[i].p_value, ranked.findings[k].p_value);
    EXPECT_LE(step_down.findings[i].p_value_adjusted, ranked.findings[k].p_value_adjusted);
    more += step_down.findings[i].p_value_adjusted < ranked.findings[k].p_value_adjusted ? 1 : 0;
  }
  EXPECT_GT(more, 0U);
}

TEST(Ranks, NeedAValidTestAndReplicates) {
  const data::Profiles people = planted_class(5, 4, {.people = 300});
  ConditionalOptions options = planted_audit({"fpr"}, 19);
  options.top = 2;
  options.permute = Permute::everyone;
  EXPECT_EQ(message_of([&] { (void)audit_planted(people, options); }),
            "`top` 2: ranks past the first need a valid test of the first, and `permute` everyone, "
            "as published, is none; use `permute` auto");
  options.permute = Permute::automatic;
  options.replicates = 0;
  EXPECT_THAT(texts(audit_planted(people, options).notices),
              Contains(HasSubstr("`top`: ranks past the first need replicates")));
  options.replicates = 39;
  const ConditionalResult result = audit_planted(people, options);
  ASSERT_THAT(result.findings, SizeIs(1));
  EXPECT_THAT(texts(result.notices),
              Contains("in 1 of 1 scans only the best subgroup is shown: there is no evidence for "
                       "it, so `top` looked no further"));
}

}  // namespace
}  // namespace faultline::methods
