// Two shares compared: by hand, at the ends, and under the null.

#include "faultline/methods/sources/share_test.hpp"

#include <cmath>

#include "support/upper_limit.hpp"
#include <gtest/gtest.h>

#include "faultline/methods/sources/losses.hpp"
#include "faultline/rng/draw.hpp"

namespace faultline::methods {
namespace {

TEST(ShareTest, ByHand) {
  // Fisher's tea: 3 of 4 against 1 of 4, two-sided 34 / 70.
  EXPECT_NEAR(share_p_value({3, 4}, {1, 4}), 34.0 / 70, 1e-12);
  EXPECT_NEAR(share_p_value({4, 4}, {0, 4}), 2.0 / 70, 1e-12);
  // Score test: 60 of 200 against 90 of 200, z = .15 / sqrt(.375 * .625 / 100).
  const double z = 0.15 / std::sqrt(0.375 * 0.625 / 100);
  EXPECT_NEAR(share_p_value({60, 200}, {90, 200}), std::erfc(z / std::sqrt(2.0)), 1e-12);
  // Newcombe (1998), table II (a) by method 10: 56 of 70 against 48 of 80, .0524 to .3339.
  const auto [low, high] = share_interval({56, 70}, {48, 80}, 0.05);
  EXPECT_NEAR(low, 0.0524, 5e-5);
  EXPECT_NEAR(high, 0.3339, 5e-5);
  // (g) 10 of 10 against 0 of 20: .6791 to 1.
  const auto ends = share_interval({10, 10}, {0, 20}, 0.05);
  EXPECT_NEAR(ends.first, 0.6791, 5e-5);
  EXPECT_NEAR(ends.second, 1, 1e-12);
}

TEST(ShareTest, CertainDifferencesAreFoundAndFewPeopleAreNot) {
  EXPECT_LT(share_p_value({500, 500}, {0, 500}), 1e-100);
  EXPECT_EQ(share_p_value({0, 30}, {0, 50}), 1);
  EXPECT_GT(share_p_value({0, 10}, {180, 1000}), 0.1);
}

TEST(ShareTest, KeepsItsLevelWhereOneGroupIsSmallAndErrorsAreRare) {
  constexpr int kDataSets = 4000;
  struct Case {
    std::int64_t few;
    std::int64_t many;
    double rate;
  };
  for (const Case& one :
       {Case{10, 2000, 0.1}, Case{20, 2000, 0.05}, Case{50, 5000, 0.02}, Case{200, 300, 0.3}}) {
    rng::Stream stream(21, rng::Purpose::test, static_cast<std::uint32_t>(one.few));
    int rejected = 0;
    int plain = 0;  // by each group's own variance
    for (int i = 0; i < kDataSets; ++i) {
      const auto a = static_cast<double>(rng::binomial(stream, one.few, one.rate));
      const auto b = static_cast<double>(rng::binomial(stream, one.many, one.rate));
      rejected += share_p_value({a, static_cast<double>(one.few)},
                                {b, static_cast<double>(one.many)}) <= 0.05;
      const auto cost = [](double wrong, std::int64_t n) {
        const double p = wrong / static_cast<double>(n);
        return GroupCost{
            .n = n, .mean = p, .variance = p * (1 - p) * static_cast<double>(n) / (n - 1.0)};
      };
      plain += level(cost(a, one.few), cost(b, one.many))->p_value <= 0.05;
    }
    // A test of level .05 exceeds this with probability 1e-6.
    EXPECT_LE(rejected, testing::upper_limit(kDataSets, 0.05, 1e-6)) << one.few;
    if (one.few <= 50) {
      EXPECT_GT(plain, kDataSets / 4) << one.few;  // why shares have a test of their own
    }
  }
}

}  // namespace
}  // namespace faultline::methods
