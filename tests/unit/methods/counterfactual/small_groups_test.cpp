#include "faultline/methods/counterfactual/small_groups.hpp"

#include <algorithm>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "faultline/base/error.hpp"
#include "faultline/rng/draw.hpp"

namespace faultline::methods {
namespace {

// Three groups that depend on a covariate; nobody's outcome depends on the group.
struct People {
  explicit People(int n) {
    rng::Stream stream(31, rng::Purpose::test, 0);
    for (int i = 0; i < n; ++i) {
      x.push_back(rng::normal(stream));
      group.push_back(rng::uniform(stream) < 0.3 + 0.1 * x.back() ? 2 : i % 2);
      outcome.push_back(rng::uniform(stream) < 0.4 + 0.1 * x.back() ? 1 : 0);
      decision.push_back(rng::bernoulli(stream, outcome.back() != 0 ? 0.8 : 0.3) ? 1 : 0);
      treatment.push_back(rng::bernoulli(stream, 0.25) ? 1 : 0);
      propensity.push_back(0.25);
    }
    fold = deal_group_folds(group, 3, kSmallGroupsFolds, 1);
    covariates = model::Design(n);
    covariates.add("x", x);
  }
  [[nodiscard]] SmallGroupsInput input() const {
    return {.groups = {"a", "b", "c"},
            .group = group,
            .outcome = outcome,
            .treatment = treatment,
            .decision = decision,
            .propensity = propensity,
            .outcome_covariates = covariates,
            .group_covariates = covariates,
            .fold = fold};
  }

  std::vector<int> group{}, fold{};
  std::vector<std::uint8_t> outcome{}, decision{}, treatment{};
  std::vector<double> x{}, propensity{};
  model::Design covariates{0};
};

TEST(SmallGroups, RatesAreThoseOfEverybodyWhereGroupsDoNotMatter) {
  const People people(6000);
  const SmallGroupsResult result = small_groups(people.input());
  EXPECT_NEAR(*result.cfpr_all, 0.3, 0.05);
  EXPECT_NEAR(*result.cfnr_all, 0.2, 0.05);
  // A rate rests on over 300 people; six deviations of sqrt(.3 * .7 / 300) is 0.16.
  for (const SmallGroupRate& rate : result.internal) {
    EXPECT_NEAR(*rate.cfpr, 0.3, 0.16);
    EXPECT_NEAR(*rate.cfnr, 0.2, 0.16);
  }
}

TEST(SmallGroups, ExternalDataLikeOursAreBorrowedFrom) {
  const People people(300);
  const People others(6000);
  const ExternalRows external{.covariates = others.covariates, .group = others.group};
  SmallGroupsInput input = people.input();
  input.external = &external;
  const SmallGroupsResult result = small_groups(input);
  EXPECT_GE(result.alpha, 0);
  EXPECT_LE(result.alpha, 1);
  EXPECT_LE(*result.brier_borrowed, result.brier_internal);
  EXPECT_LE(*result.brier_borrowed, *result.brier_external);
  EXPECT_EQ(result.borrowed.size(), 3U);
}

TEST(SmallGroups, AGroupWithoutPeopleHasNoRateAndIsNamed) {
  const People people(400);
  SmallGroupsInput input = people.input();
  input.groups.emplace_back("d");
  const SmallGroupsResult result = small_groups(input);
  EXPECT_TRUE(result.internal[0].cfpr.has_value());
  EXPECT_FALSE(result.internal[3].cfpr.has_value());
  EXPECT_FALSE(result.internal[3].cfnr.has_value());
  EXPECT_TRUE(std::ranges::any_of(result.notices, [](const data::Notice& notice) {
    return notice.text == "A rate of 'd' cannot be estimated: nobody like them is in the data.";
  }));
}

TEST(SmallGroups, WhatCannotBeDoneIsRefused) {
  People people(200);
  const People others(200);
  model::Design unknown(200);
  unknown.add("height", others.x);
  const ExternalRows external{.covariates = unknown, .group = others.group};
  SmallGroupsInput input = people.input();
  input.external = &external;
  try {
    (void)small_groups(input);
    FAIL();
  } catch (const InputError& error) {
    EXPECT_STREQ(error.what(),
                 "the external data have the covariate 'height', which ours do not have; leave it "
                 "out");
  }
  std::ranges::fill(people.treatment, std::uint8_t{1});
  EXPECT_THROW((void)small_groups(people.input()), InputError);
  people.group[0] = 7;
  EXPECT_THROW((void)small_groups(people.input()), InternalError);
  people.group.pop_back();
  EXPECT_THROW((void)small_groups(people.input()), InternalError);
}

TEST(SmallGroups, FoldsSpreadEveryGroupEvenly) {
  const People people(203);
  std::vector<int> count(15, 0);
  for (std::size_t i = 0; i < people.group.size(); ++i) {
    ++count[static_cast<std::size_t>(people.group[i]) * 5 +
            static_cast<std::size_t>(people.fold[i])];
  }
  for (std::ptrdiff_t g = 0; g < 3; ++g) {
    const auto [low, high] = std::minmax_element(count.begin() + 5 * g, count.begin() + 5 * g + 5);
    EXPECT_LE(*high - *low, 1);
  }
  EXPECT_NE(people.fold, deal_group_folds(people.group, 3, kSmallGroupsFolds, 2));
  EXPECT_THROW((void)deal_group_folds(people.group, 3, 1, 2), ConfigError);
}

}  // namespace
}  // namespace faultline::methods
