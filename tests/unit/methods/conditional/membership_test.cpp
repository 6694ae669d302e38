// What the test of Conditional Bias Scan draws: null memberships, and who is left out.

#include "faultline/methods/conditional/membership.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <string>
#include <tuple>
#include <vector>

#include "conditional_people.hpp"
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "faultline/methods/conditional/conditional.hpp"
#include "faultline/methods/conditional/membership_model.hpp"
#include "faultline/methods/conditional/redraw.hpp"

namespace faultline::methods {
namespace {

using faultline::testing::case_study;
using faultline::testing::input_of;
using faultline::testing::kClass;
using faultline::testing::numeric_people;
using faultline::testing::only;
using faultline::testing::random_people;
using faultline::testing::with_numbers;

constexpr auto kHigher = search::Direction::higher;
constexpr auto kLower = search::Direction::lower;

ConditionalOptions drawn(Permute permute, ConditionalOptions options = case_study(9)) {
  options.permute = permute;
  return options;
}

TEST(Membership, DrawingFromEveryoneKeepsTheClassTotal) {
  const data::Profiles profiles = random_people(19, 500);
  const ClassProblem problem(input_of(profiles), kClass, drawn(Permute::everyone));
  Redraw redraw(problem);
  std::vector<std::int64_t> members;
  for (std::uint32_t replicate = 1; replicate <= 5; ++replicate) {
    redraw.begin(replicate);
    redraw.draw(0, members);
    EXPECT_EQ(std::accumulate(members.begin(), members.end(), std::int64_t{0}),
              problem.member_count());
    EXPECT_NE(members, problem.members());
  }
}

/// Everybody that many times.
data::Profiles times(data::Profiles profiles, std::int64_t factor) {
  for (std::int64_t& count : profiles.count) count *= factor;
  return profiles;
}

void expect_that_strata_keep_their_members(const data::Profiles& profiles) {
  const ClassProblem problem(input_of(profiles), kClass, drawn(Permute::within));
  Redraw redraw(problem);
  std::vector<std::int64_t> members;
  ASSERT_EQ(problem.memberships().size(), 3U);  // no outcome (twice), prediction, decision
  for (std::size_t m = 0; m < 3; ++m) {
    const Membership& membership = problem.memberships()[m];
    bool moved = false;
    for (std::uint32_t replicate = 1; replicate <= 5; ++replicate) {
      redraw.begin(replicate);
      redraw.draw(m, members);
      std::vector<std::int64_t> balance(members.size(), 0);
      for (std::size_t t = 0; t < members.size(); ++t) {
        EXPECT_GE(members[t], 0);
        EXPECT_LE(members[t], problem.sizes()[t]);
        moved = moved || members[t] != problem.members()[t];
        if (membership.takes_part(static_cast<std::int32_t>(t))) {
          balance[membership.group[t]] += members[t] - problem.members()[t];
        } else {
          EXPECT_EQ(members[t], problem.members()[t]);
        }
      }
      EXPECT_TRUE(std::ranges::all_of(balance, [](std::int64_t off) { return off == 0; }));
    }
    EXPECT_TRUE(moved);
  }
}

TEST(Membership, ExchangeKeepsEveryStratumAndThoseWhoTakeNoPart) {
  expect_that_strata_keep_their_members(random_people(19, 500));
}

TEST(Membership, ExchangeOfVeryManyPeopleDoesToo) {
  expect_that_strata_keep_their_members(times(random_people(19, 500), 1000));
}

TEST(Membership, VeryManyPeopleAreRedrawnAsProbabilitiesSay) {
  const data::Profiles profiles = times(random_people(19, 500), 1000);
  const ClassProblem problem(input_of(profiles), kClass, drawn(Permute::redraw));
  Redraw redraw(problem);
  std::vector<std::int64_t> members;
  for (std::size_t m = 0; m < problem.memberships().size(); ++m) {
    const Membership& membership = problem.memberships()[m];
    redraw.begin(1);
    redraw.draw(m, members);
    for (std::size_t t = 0; t < members.size(); ++t) {
      if (!membership.takes_part(static_cast<std::int32_t>(t))) continue;
      const auto n = static_cast<double>(problem.sizes()[t]);
      const double p = membership.probability[t];
      EXPECT_NEAR(static_cast<double>(members[t]), n * p, 6 * std::sqrt(n * p * (1 - p)) + 6);
    }
  }
}

TEST(Membership, RedrawsFollowTheProbabilities) {
  const data::Profiles profiles = numeric_people(1, 400);
  const ClassProblem problem(with_numbers(profiles), kClass, drawn(Permute::automatic));
  Redraw redraw(problem);
  constexpr int kDraws = 2000;
  std::vector<std::int64_t> members;
  for (std::size_t m = 0; m < problem.memberships().size(); ++m) {
    const Membership& membership = problem.memberships()[m];
    EXPECT_EQ(membership.how, Permute::redraw);
    double off = 0;
    double expected = 0;
    std::vector<double> count(static_cast<std::size_t>(problem.tuples()), 0);
    for (std::uint32_t replicate = 1; replicate <= kDraws; ++replicate) {
      redraw.begin(replicate);
      redraw.draw(m, members);
      for (std::size_t t = 0; t < members.size(); ++t) count[t] += static_cast<double>(members[t]);
    }
    int taking_part = 0;
    for (std::size_t t = 0; t < count.size(); ++t) {
      if (!membership.takes_part(static_cast<std::int32_t>(t))) {
        EXPECT_EQ(count[t], static_cast<double>(kDraws * problem.members()[t]));
        continue;
      }
      ++taking_part;
      const double p = membership.probability[t];
      const double mean = kDraws * p;
      const double z = (count[t] - mean) / std::sqrt(mean * (1 - p));
      off = std::max(off, std::abs(z));
      expected += z * z;
    }
    // The largest of some hundred normal deviations, and their mean square.
    EXPECT_LT(off, 5);
    EXPECT_NEAR(expected / taking_part, 1, 0.4);
  }
}

TEST(Membership, TheModelFindsCurvesAndInteractions) {
  const data::Profiles people = numeric_people(2, 6000);
  const std::vector<double> ones(people.outcome.size(), 1.0);
  std::vector<double> members;
  for (const data::Code code : people.codes[2]) members.push_back(code);
  model::RichDesign design(ones);
  design.add(people.attributes[0], people.codes[0]);
  design.add(people.attributes[1], people.codes[1]);
  design.add("x", people.numbers[0]);
  const MembershipFit fit = fit_membership(design, 3, ones, members);
  EXPECT_EQ(fit.columns, 1 + 3 + 2 + 3 + 2 + 3);  // a, b; x, its score and curves; products
  EXPECT_TRUE(fit.notices.empty());
  double worst = 0;
  for (std::size_t k = 0; k < members.size(); ++k) {
    const double x = people.numbers[0][k];
    if (std::abs(x) > 1.5) continue;  // further out there are few people to learn from
    const double truth = 1 / (1 + std::exp(0.8 - 0.5 * x * x - 0.6 * people.codes[0][k] * x));
    worst = std::max(worst, std::abs(fit.probability[k] - truth));
  }
  // Standard errors here are about .03; without the curve the error would be above .2.
  EXPECT_LT(worst, 0.12);
}

TEST(Membership, TheModelFollowsAJumpAndALongTail) {
  rng::Stream stream(20261117, rng::Purpose::test, 2);
  const std::vector<double> ones(4000, 1.0);
  std::vector<double> age;
  std::vector<double> wealth;
  std::vector<double> truth;
  std::vector<double> members;
  for (std::size_t k = 0; k < ones.size(); ++k) {
    age.push_back(18 + 72 * rng::uniform(stream));
    const double log_wealth = 1.5 * rng::normal(stream);
    wealth.push_back(std::exp(log_wealth));
    const double log_odds = (age.back() >= 60 ? 1 : -1) - 0.7 * log_wealth;
    truth.push_back(1 / (1 + std::exp(-log_odds)));
    members.push_back(rng::bernoulli(stream, truth.back()) ? 1 : 0);
  }
  model::RichDesign design(ones);
  design.add("age", age);
  design.add("wealth", wealth);
  const MembershipFit fit = fit_membership(design, 2, ones, members);
  std::vector<double> off;
  for (std::size_t k = 0; k < ones.size(); ++k) {
    // Beside the jump; in the tails there are few people to learn from.
    if (std::abs(age[k] - 60) < 2 || std::abs(std::log(wealth[k])) > 3) continue;
    off.push_back(std::abs(fit.probability[k] - truth[k]));
  }
  // Standard errors are up to .05; a spline without a step is off by .3 for one in ten, beside the
  // jump. Edges between age and wealth that chance suggests put some off, but hardly anybody.
  std::ranges::sort(off);
  EXPECT_LT(off[off.size() * 98 / 100], 0.15);
  EXPECT_LT(off[off.size() / 2], 0.05);
}

TEST(Membership, TheModelFindsACornerBetweenDeciles) {
  rng::Stream stream(20261118, rng::Purpose::test, 3);
  const std::vector<double> ones(4000, 1.0);
  std::vector<double> x;
  std::vector<double> z;
  std::vector<double> truth;
  std::vector<double> members;
  for (std::size_t k = 0; k < ones.size(); ++k) {
    x.push_back(rng::uniform(stream));
    z.push_back(rng::uniform(stream));
    truth.push_back(x.back() >= 0.45 && z.back() >= 0.55 ? 0.8 : 0.2);
    members.push_back(rng::bernoulli(stream, truth.back()) ? 1 : 0);
  }
  model::RichDesign design(ones);
  design.add("x", x);
  design.add("z", z);
  const MembershipFit fit = fit_membership(design, 2, ones, members);
  double off = 0;
  double beside = 0;
  for (std::size_t k = 0; k < ones.size(); ++k) {
    const bool inside = x[k] >= 0.45 && z[k] >= 0.55;
    if (inside ? x[k] > 0.5 && z[k] > 0.6 : x[k] < 0.4 || z[k] < 0.5) continue;
    off += std::abs(fit.probability[k] - truth[k]);
    ++beside;
  }
  // A corner at deciles leaves half of the people beside the edge with the other side's
  // probability, .6 off: .3 on average. A hundredth of the people on the wrong side gives .06.
  EXPECT_LT(off / beside, 0.12);
}

TEST(Membership, SaysWhenJumpsWereNotLookedFor) {
  // Two people of the rarer kind for some ten columns.
  const std::vector<double> ones(20, 1.0);
  std::vector<double> members(20, 0.0);
  members[3] = members[11] = 1;
  std::vector<double> x;
  std::vector<double> z;
  for (int k = 0; k < 20; ++k) {
    x.push_back(k);
    z.push_back(k * 7 % 20);
  }
  model::RichDesign design(ones);
  design.add("x", x);
  design.add("z", z);
  EXPECT_THAT(texts(fit_membership(design, 2, ones, members).notices),
              ::testing::ElementsAre(::testing::HasSubstr("too few people for so many columns")));
}

TEST(Membership, AModelWithoutAllProductsSaysThatItsLevelIsNotEstablished) {
  // Seven covariates of six values: 35 dummies and 525 products.
  rng::Stream stream(20250820, rng::Purpose::test, 1);
  const std::vector<double> ones(1000, 1.0);
  model::RichDesign design(ones);
  for (int j = 0; j < 7; ++j) {
    std::vector<data::Code> codes;
    for (std::size_t k = 0; k < ones.size(); ++k) {
      codes.push_back(static_cast<data::Code>(rng::below(stream, 6)));
    }
    design.add({"c" + std::to_string(j), {"0", "1", "2", "3", "4", "5"}}, codes);
  }
  std::vector<double> members;
  for (std::size_t k = 0; k < ones.size(); ++k) {
    members.push_back(rng::bernoulli(stream, 0.5) ? 1 : 0);
  }
  ASSERT_EQ(design.products(), 525);
  const MembershipFit fit = fit_membership(design, 7, ones, members);
  EXPECT_EQ(fit.columns, 400);
  EXPECT_THAT(texts(fit.notices),
              ::testing::ElementsAre(::testing::HasSubstr(
                  "525 combinations and the model of class membership includes 364 of them")));
}

TEST(Membership, AllCriteriaSeeTheSameUniformNumbers) {
  const data::Profiles profiles = numeric_people(3, 300);
  const ClassProblem all(with_numbers(profiles), kClass, drawn(Permute::redraw));
  Redraw redraw(all);
  redraw.begin(7);
  std::vector<std::vector<std::int64_t>> members(all.memberships().size());
  for (std::size_t m = 0; m < members.size(); ++m) redraw.draw(m, members[m]);
  // Every tuple is one person here: whoever has the lower probability is drawn only if the person
  // is drawn at the higher one.
  for (std::size_t t = 0; t < all.sizes().size(); ++t) {
    ASSERT_EQ(all.sizes()[t], 1);
    for (std::size_t m = 1; m < members.size(); ++m) {
      const Membership& one = all.memberships()[0];
      const Membership& two = all.memberships()[m];
      const auto tuple = static_cast<std::int32_t>(t);
      if (!one.takes_part(tuple) || !two.takes_part(tuple)) continue;
      if (one.probability[t] <= two.probability[t]) {
        EXPECT_LE(members[0][t], members[m][t]);
      } else {
        EXPECT_GE(members[0][t], members[m][t]);
      }
    }
  }
}

TEST(Membership, ACriterionDoesNotDependOnTheOthersAskedFor) {
  for (const Permute permute : {Permute::within, Permute::redraw}) {
    const data::Profiles profiles = random_people(34, 800);
    const auto all = conditional_scan(input_of(profiles), {kClass}, drawn(permute));
    for (const auto& [at, metric, direction] :
         {std::tuple{1U, "fpr", kHigher}, std::tuple{2U, "calibration", kLower},
          std::tuple{3U, "ppv", kLower}}) {
      const auto alone = conditional_scan(input_of(profiles), {kClass},
                                          drawn(permute, only(metric, direction, 9)));
      EXPECT_EQ(alone.findings[0].null.scores, all.findings[at].null.scores) << metric;
      EXPECT_EQ(alone.findings[0].p_value, all.findings[at].p_value) << metric;
    }
  }
}

TEST(Membership, OrderOfRowsDoesNotMatter) {
  const data::Profiles profiles = numeric_people(4, 500);
  data::Profiles reversed = profiles;
  for (auto& column : reversed.codes) std::ranges::reverse(column);
  std::ranges::reverse(reversed.numbers[0]);
  std::ranges::reverse(reversed.prediction);
  std::ranges::reverse(reversed.outcome);
  std::ranges::reverse(reversed.decision);
  const auto one = conditional_scan(with_numbers(profiles), {kClass}, case_study(19));
  const auto two = conditional_scan(with_numbers(reversed), {kClass}, case_study(19));
  for (std::size_t i = 0; i < one.findings.size(); ++i) {
    EXPECT_EQ(one.findings[i].score, two.findings[i].score);
    EXPECT_EQ(one.findings[i].p_value, two.findings[i].p_value);
    EXPECT_EQ(one.findings[i].null.scores, two.findings[i].null.scores);
  }
}

}  // namespace
}  // namespace faultline::methods
