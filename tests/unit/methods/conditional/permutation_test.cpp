// Conditional Bias Scan in the small: what its test exchanges, refuses and says.

#include "faultline/methods/conditional/permutation.hpp"

#include <algorithm>
#include <numeric>
#include <stop_token>
#include <vector>

#include "conditional_people.hpp"
#include "support/message_of.hpp"
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "faultline/methods/conditional/class_scanner.hpp"
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

constexpr auto kHigher = search::Direction::higher;
constexpr auto kLower = search::Direction::lower;

TEST(Conditional, PermutationsKeepWhatTheyMust) {
  const data::Profiles profiles = random_people(19, 500);
  ConditionalOptions options = case_study(9);
  for (const Permute permute : {Permute::everyone, Permute::within}) {
    options.permute = permute;
    const ClassProblem problem(input_of(profiles), kClass, options);
    const Permutation permutation(problem);
    std::vector<std::int64_t> members;
    for (std::size_t scan = 0; scan < 4; ++scan) {
      const std::vector<std::int32_t> strata = problem.strata(scan);
      bool moved = false;
      for (std::uint32_t replicate = 1; replicate <= 5; ++replicate) {
        permutation.draw(replicate, scan, members);
        EXPECT_EQ(std::accumulate(members.begin(), members.end(), std::int64_t{0}),
                  problem.member_count());
        std::vector<std::int64_t> balance(strata.size(), 0);
        for (std::size_t t = 0; t < members.size(); ++t) {
          EXPECT_GE(members[t], 0);
          EXPECT_LE(members[t], problem.sizes()[t]);
          balance[strata[t]] += members[t] - problem.members()[t];
          moved = moved || members[t] != problem.members()[t];
        }
        if (permute == Permute::within) {
          EXPECT_TRUE(std::all_of(balance.begin(), balance.end(),
                                  [](std::int64_t difference) { return difference == 0; }));
        }
      }
      EXPECT_TRUE(moved);
    }
  }
}

TEST(Conditional, RefusesToExchangeWithinProfilesOfOnePerson) {
  data::Profiles profiles = random_people(20, 60);
  for (std::size_t k = 0; k < profiles.prediction.size(); ++k) {
    profiles.prediction[k] = 0.2 + 0.001 * static_cast<double>(k);
  }
  ConditionalOptions options = only("calibration", kLower, 9);
  options.permute = Permute::within;
  EXPECT_THAT(message_of([&] { (void)conditional_scan(input_of(profiles), {kClass}, options); }),
              HasSubstr("hardly anybody to exchange"));
  options = only("fpr", kHigher, 9);
  options.permute = Permute::within;
  EXPECT_TRUE(conditional_scan(input_of(profiles), {kClass}, options).findings[0].p_value);
}

TEST(Conditional, SaysWhenMembershipDependsOnTheCovariates) {
  // In random_people the class has 30 % of a0 and 50 % of a1.
  const data::Profiles profiles = random_people(28, 1000);
  const auto warned = conditional_scan(input_of(profiles), {kClass}, case_study(9));
  EXPECT_THAT(texts(warned.notices),
              ::testing::Contains(HasSubstr("g = g1 depends on the covariates")));
  ConditionalOptions options = case_study(9);
  options.permute = Permute::within;
  EXPECT_THAT(texts(conditional_scan(input_of(profiles), {kClass}, options).notices),
              ::testing::Not(::testing::Contains(HasSubstr("depends"))));
  // b has nothing to do with anything.
  const ConditionalInput other{
      .profiles = profiles, .scanned = {"a", "b"}, .covariates = {"a", "g"}};
  EXPECT_THAT(texts(conditional_scan(other, {{"b", "b1"}}, case_study(9)).notices),
              ::testing::Not(::testing::Contains(HasSubstr("depends"))));
}

TEST(Conditional, ARefusedScanIsShownUntestedBesideTheOthers) {
  data::Profiles profiles = random_people(30, 70);
  for (std::size_t k = 0; k < profiles.prediction.size(); ++k) {
    profiles.prediction[k] = 0.2 + 0.001 * static_cast<double>(k);
  }
  ConditionalOptions options = case_study(9);
  options.permute = Permute::within;
  const auto result = conditional_scan(input_of(profiles), {kClass}, options);
  EXPECT_FALSE(result.findings[2].p_value);
  EXPECT_THAT(texts(result.findings[2].warnings), ::testing::Contains(HasSubstr("not tested: ")));
  EXPECT_TRUE(result.findings[1].p_value);
}

TEST(Conditional, ScoresDoNotSplitTuplesWhereNoScanLooksAtThem) {
  const data::Profiles profiles = random_people(31, 2000);
  const ClassProblem decisions(input_of(profiles), kClass, only("fpr", kHigher));
  const ClassProblem scores(input_of(profiles), kClass, case_study());
  EXPECT_LE(decisions.tuples(), 2 * 3 * 2 * 2);
  EXPECT_GT(scores.tuples(), decisions.tuples());
}

TEST(Conditional, AnInterruptionDoesNotMakeOthersMoreSignificant) {
  const data::Profiles profiles = random_people(33, 300, 0.3);
  const ConditionalInput input{
      .profiles = profiles, .scanned = {"a", "b", "g"}, .covariates = {"a", "b", "g"}};
  const std::vector<ProtectedClass> classes = {{"g", "g1"}, {"a", "a0"}, {"a", "a1"}, {"b", "b0"}};
  std::stop_source source;
  const Hooks hooks{.progress =
                        [&](std::string_view, std::int64_t done, std::int64_t) {
                          if (done >= 99) source.request_stop();
                        },
                    .stop = source.get_token()};
  const auto part = conditional_scan(input, classes, case_study(99), hooks);
  const auto whole = conditional_scan(input, classes, case_study(99));
  EXPECT_TRUE(part.partial);
  ASSERT_TRUE(part.findings[1].p_value);
  EXPECT_EQ(part.findings[1].p_value, whole.findings[1].p_value);
  EXPECT_GE(*part.findings[1].p_value_adjusted, *whole.findings[1].p_value_adjusted);
  EXPECT_FALSE(part.findings.back().p_value);
}

}  // namespace
}  // namespace faultline::methods
