// The interval after a search: it contains its estimate, agrees with the test, and its ends are
// where the log-likelihood ratio says.

#include "faultline/methods/selection_interval.hpp"

#include <cmath>
#include <limits>
#include <vector>

#include <gtest/gtest.h>

#include "faultline/base/error.hpp"

namespace faultline::methods {
namespace {

using search::Direction;

constexpr double kInfinity = std::numeric_limits<double>::infinity();

struct People {
  std::vector<double> p{};
  std::vector<std::int64_t> n{};
  [[nodiscard]] search::PredictionsView view() const { return {p, n}; }
};

const People kPeople{{0.05, 0.2, 0.35, 0.6}, {30, 40, 25, 10}};  // 24.25 events expected

TEST(SelectionInterval, EndsAreWhereTheRatioSays) {
  constexpr std::int64_t kEvents = 42;
  const search::Maximum top = search::maximise_bernoulli(kPeople.view(), kEvents);
  const SelectionEffect effect = bernoulli_effect(kPeople.view(), kEvents, Direction::higher, 2,
                                                  {.critical = 2.5, .mean = 0.8});
  const auto ratio = [&](double q) {
    return search::log_likelihood_ratio(kPeople.view(), kEvents, std::log(q));
  };
  EXPECT_NEAR(ratio(effect.interval.first), top.value - 2 - 2.5, 1e-9);
  EXPECT_NEAR(ratio(effect.interval.second), top.value - 1.920729410347, 1e-9);
  EXPECT_NEAR(std::log(effect.shrunken), top.theta * (1 - 2.8 / top.value), 1e-12);
  EXPECT_LT(effect.interval.first, std::exp(top.theta));
  EXPECT_GT(effect.interval.second, std::exp(top.theta));
}

TEST(SelectionInterval, LeavesOutNoDifferenceExactlyWhenTheTestRejects) {
  for (std::int64_t events = 25; events <= 105; events += 4) {
    const double ratio =
        search::maximise_bernoulli(kPeople.view(), static_cast<double>(events)).value;
    for (const double penalty : {0.0, 1.0, 3.0}) {
      const double score = ratio - penalty;
      for (const double gap : {-kInfinity, -1.0, -1e-6, 0.0, 1e-6, 1.0}) {
        const SearchNull null{.critical = score - gap, .mean = 0.5};
        const auto [low, high] =
            bernoulli_effect(kPeople.view(), events, Direction::higher, penalty, null).interval;
        EXPECT_EQ(low > 1, gap > 0) << events << " " << penalty << " " << gap;
        EXPECT_GT(high, 1);
        const auto [mirrored_low, mirrored_high] =
            bernoulli_effect(kPeople.view(), events, Direction::lower, penalty, null).interval;
        EXPECT_EQ(mirrored_high < 1, gap > 0);
        EXPECT_LT(mirrored_low, 1);
      }
    }
  }
}

TEST(SelectionInterval, ContainsEstimateShrunkenEstimateAndObservedRate) {
  for (std::int64_t events = 25; events <= 104; ++events) {
    for (const Direction direction : {Direction::higher, Direction::lower}) {
      for (const double critical : {0.0, 2.0, 5.0, 20.0, kInfinity}) {
        const SelectionEffect effect = bernoulli_effect(kPeople.view(), events, direction, 1,
                                                        {.critical = critical, .mean = 1.5});
        const double t =
            search::maximise_bernoulli(kPeople.view(), static_cast<double>(events)).theta;
        const double q = std::exp(direction == Direction::higher ? t : -t);
        EXPECT_LE(effect.interval.first, q);
        EXPECT_GE(effect.interval.second, q);
        EXPECT_LE(effect.interval.first, effect.shrunken);
        EXPECT_GE(effect.interval.second, effect.shrunken);
        const double share = static_cast<double>(events) / 105;
        const double rate = direction == Direction::higher ? share : 1 - share;
        ASSERT_TRUE(effect.rate);
        EXPECT_LE(effect.rate->first, rate + 1e-15);
        EXPECT_GE(effect.rate->second, rate - 1e-15);
        EXPECT_GE(effect.rate->first, 0);
        EXPECT_LE(effect.rate->second, 1);
      }
    }
  }
}

TEST(SelectionInterval, OfAnInfiniteEstimateHasAnOpenEnd) {
  const People few{{0.2, 0.4}, {3, 4}};
  const double limit = -3 * std::log(0.2) - 4 * std::log(0.4);
  const SelectionEffect effect =
      bernoulli_effect(few.view(), 7, Direction::higher, 1, {.critical = limit - 2, .mean = 1});
  EXPECT_EQ(effect.interval.second, kInfinity);
  EXPECT_GT(effect.interval.first, 1);
  EXPECT_EQ(effect.shrunken, effect.interval.first);
  EXPECT_EQ(effect.rate->second, 1);
  const SelectionEffect lower =
      bernoulli_effect(few.view(), 7, Direction::lower, 1, {.critical = limit - 2, .mean = 1});
  EXPECT_EQ(lower.interval.first, 0);
  EXPECT_NEAR(lower.interval.second, 1 / effect.interval.first, 1e-12);
  // Not significant: nothing is known but that no difference is possible.
  const SelectionEffect weak =
      bernoulli_effect(few.view(), 7, Direction::higher, 1, {.critical = limit, .mean = 1});
  EXPECT_LT(weak.interval.first, 1);
  EXPECT_EQ(weak.shrunken, 1);
}

TEST(SelectionInterval, PeopleWithCertainPredictionsSayNothing) {
  const People certain{{0.0, 0.3, 1.0}, {5, 20, 6}};
  const People others{{0.3}, {20}};
  const SearchNull null{.critical = 40, .mean = 1};
  const SelectionEffect with = bernoulli_effect(certain.view(), 16, Direction::higher, 1, null);
  const SelectionEffect without = bernoulli_effect(others.view(), 10, Direction::higher, 1, null);
  EXPECT_NEAR(with.interval.first, without.interval.first, 1e-12);
  EXPECT_NEAR(with.interval.second, without.interval.second, 1e-9);
}

TEST(SelectionInterval, OneSidedLeavesTheFarEndOpen) {
  const SearchNull null{.critical = 1.35, .mean = 0.25, .one_sided = true};
  EXPECT_EQ(bernoulli_effect(kPeople.view(), 42, Direction::higher, 0, null).interval.second,
            kInfinity);
  EXPECT_EQ(bernoulli_effect(kPeople.view(), 42, Direction::lower, 0, null).interval.first, 0);
}

TEST(SelectionInterval, NullScoresNearZeroDoNotMakeItShort) {
  const SearchNull quiet{.critical = 0.01, .mean = 0};
  const SelectionEffect effect = gaussian_effect(0.8, 50, 1.5, 0, quiet);
  EXPECT_NEAR(effect.interval.first, 0.8 - 1.5 * 1.959963984540 / std::sqrt(50.0), 1e-9);
  EXPECT_NEAR(effect.interval.second, 0.8 + 1.5 * 1.959963984540 / std::sqrt(50.0), 1e-9);
  // The test rejects what a single subgroup's error does not: no more is promised than that.
  const SelectionEffect barely = gaussian_effect(0.2, 50, 1.5, 0, quiet);
  EXPECT_GT(barely.interval.first, 0);
  EXPECT_LT(barely.interval.first, 1e-6);
}

TEST(SelectionInterval, AnExpectationLearnedFromFewPeopleMakesBothEndsWider) {
  const SearchNull few{.critical = 0.5, .mean = 0, .variance = 4};
  const double reach = 2 * 1.959963984540 / std::sqrt(50.0);
  const SelectionEffect effect = gaussian_effect(2, 50, 1, 0, few);
  EXPECT_NEAR(effect.interval.first, 2 - reach, 1e-9);
  EXPECT_NEAR(effect.interval.second, 2 + reach, 1e-9);
  // Where the search itself asks for more, the near end has it.
  const SelectionEffect searched =
      gaussian_effect(2, 50, 1, 0, {.critical = 10, .mean = 0, .variance = 4});
  EXPECT_NEAR(searched.interval.first, 2 - std::sqrt(2 * 10 / 50.0), 1e-9);
}

TEST(SelectionInterval, OfAMeanIsInClosedForm) {
  const SearchNull null{.critical = 4, .mean = 2};
  const SelectionEffect effect = gaussian_effect(0.8, 50, 1.5, 2, null);
  EXPECT_NEAR(effect.interval.first, 0.8 - 1.5 * std::sqrt(2 * 6 / 50.0), 1e-12);
  EXPECT_NEAR(effect.interval.second, 0.8 + 1.5 * 1.959963984540 / std::sqrt(50.0), 1e-9);
  const double ratio = 50 * 0.64 / (2 * 2.25);
  EXPECT_NEAR(effect.shrunken, 0.8 * (1 - 4 / ratio), 1e-12);
  EXPECT_FALSE(effect.rate);
  const SelectionEffect lower = gaussian_effect(-0.8, 50, 1.5, 2, null);
  EXPECT_EQ(lower.interval.first, -effect.interval.second);
  EXPECT_EQ(lower.interval.second, -effect.interval.first);
  EXPECT_EQ(lower.shrunken, -effect.shrunken);
  EXPECT_EQ(gaussian_effect(0.8, 50, 1.5, 2, {.critical = kInfinity}).interval.first, -kInfinity);
  EXPECT_EQ(gaussian_effect(0.8, 50, 1.5, 2, {.critical = ratio - 2}).interval.first <= 0, true);
  EXPECT_GT(gaussian_effect(0.8, 50, 1.5, 2, {.critical = ratio - 2.001}).interval.first, 0);
}

TEST(SelectionInterval, OfNoEffectIsRefused) {
  EXPECT_THROW(static_cast<void>(bernoulli_effect(kPeople.view(), 10, Direction::higher, 1, {})),
               InternalError);
  EXPECT_THROW(static_cast<void>(gaussian_effect(0, 10, 1, 1, {})), InternalError);
}

}  // namespace
}  // namespace faultline::methods
