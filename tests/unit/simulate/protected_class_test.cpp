#include <algorithm>
#include <cmath>
#include <set>

#include "support/message_of.hpp"
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "faultline/base/error.hpp"
#include "faultline/simulate/random_choice.hpp"
#include "faultline/simulate/semi_synthetic.hpp"

namespace faultline::simulate {
namespace {

using faultline::testing::message_of;
using ::testing::HasSubstr;

double log_odds(double p) { return std::log(p / (1 - p)); }

SemiSyntheticOptions women(const Injection& injection) {
  return {.seed = 4,
          .clip = 1e-6,
          .protected_attribute = "sex",
          .protected_value = "Female",
          .injection = injection};
}

const NamedSubgroup kSurgery = {{"ward", {"Surgery"}}};

TEST(ProtectedClass, InjectionReachesTheMembersOfTheClassOnly) {
  const SemiSynthetic fair = semi_synthetic_patients(3'000, women({}));
  const SemiSynthetic made =
      semi_synthetic_patients(3'000, women({.subgroup = kSurgery, .mu_sep = 0.2}));
  const auto& sex = made.table.categorical("sex");
  const auto& ward = made.table.categorical("ward");
  std::int64_t reached = 0;
  for (std::size_t i = 0; i < sex.codes.size(); ++i) {
    const bool inside = sex.attribute.labels[sex.codes[i]] == "Female" &&
                        ward.attribute.labels[ward.codes[i]] == "Surgery";
    ASSERT_EQ(made.affected[i], inside ? 1 : 0);
    reached += inside ? 1 : 0;
    const double moved =
        made.table.numeric("prediction").values[i] - fair.table.numeric("prediction").values[i];
    if (!inside) {
      ASSERT_EQ(moved, 0);
    } else {
      ASSERT_GT(moved, 0);
    }
  }
  EXPECT_GT(reached, 50);
  EXPECT_EQ(made.truth.people, reached);
  EXPECT_EQ(made.truth.protected_class, (ClassChoice{"sex", "Female"}));
}

TEST(ProtectedClass, LogOddsFormShiftsLogOdds) {
  const auto shifts = [](Injection injection) {
    injection.subgroup = kSurgery;
    injection.log_odds = true;
    const SemiSynthetic fair = semi_synthetic_patients(2'000, women({}));
    const SemiSynthetic made = semi_synthetic_patients(2'000, women(injection));
    EXPECT_TRUE(made.truth.log_odds);
    for (std::size_t i = 0; i < made.affected.size(); ++i) {
      const bool in = made.affected[i] != 0;
      const double truth = log_odds(made.true_probability[i]) - log_odds(fair.true_probability[i]);
      const double predicted = log_odds(made.table.numeric("prediction").values[i]) -
                               log_odds(fair.table.numeric("prediction").values[i]);
      EXPECT_NEAR(truth, in ? injection.delta - injection.mu_suf : 0, 1e-6);
      EXPECT_NEAR(predicted, in ? injection.delta + injection.mu_sep : 0, 1e-6);
    }
  };
  shifts({.mu_sep = 2});
  shifts({.mu_suf = 1.5});
  shifts({.delta = -1});
}

TEST(ProtectedClass, RandomClassDependsOnSeedAndReplicateAndCoversTheTable) {
  const data::Table table = semi_synthetic_patients(2'000, {}).table;
  std::set<std::string> attributes;
  for (std::uint32_t replicate = 0; replicate < 200; ++replicate) {
    const ClassChoice chosen = random_class(table, 1, replicate);
    ASSERT_EQ(chosen, random_class(table, 1, replicate));
    attributes.insert(chosen.attribute);
    const auto& labels = table.categorical(chosen.attribute).attribute.labels;
    ASSERT_NE(std::find(labels.begin(), labels.end(), chosen.value), labels.end());
    const NamedSubgroup subgroup = random_subgroup(table, chosen, 2, 0.2, 1, replicate);
    const auto reached = rows_reached(table, chosen, subgroup);
    ASSERT_GT(std::count(reached.begin(), reached.end(), 1), 0);
  }
  // Five attributes: the chance to miss one in 200 draws is 5 * 0.8^200 < 1e-18.
  EXPECT_EQ(attributes.size(), 5U);
}

TEST(ProtectedClass, MistakesAreNamed) {
  const data::Table table = semi_synthetic_patients(50, {}).table;
  EXPECT_THAT(
      message_of([&] { (void)rows_reached(table, {"sex", "Female"}, {{"sex", {"Male"}}}); }),
      HasSubstr("restricts 'sex'"));
  EXPECT_THAT(message_of([&] { (void)rows_reached(table, {"sex", "Femal"}, {}); }),
              HasSubstr("did you mean 'Female'?"));
  EXPECT_THAT(message_of([] { validate({.protected_value = "Female"}); }),
              HasSubstr("has no attribute"));
  EXPECT_THAT(message_of([] { validate({.injection = Injection{.delta = 2}}); }),
              HasSubstr("delta is 2"));
  EXPECT_NO_THROW(validate({.injection = Injection{.delta = 2, .log_odds = true}}));
  data::Table one;
  one.add(data::make_categorical("a", {"x", "x"}));
  EXPECT_THAT(message_of([&] { (void)random_class(one, 1); }), HasSubstr("no class to protect"));
}

}  // namespace
}  // namespace faultline::simulate
