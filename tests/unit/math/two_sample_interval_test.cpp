#include "faultline/math/two_sample_interval.hpp"

#include <cmath>

#include <gtest/gtest.h>

#include "faultline/base/error.hpp"
#include "faultline/math/binomial_interval.hpp"
#include "faultline/math/student_t.hpp"

namespace faultline::math {
namespace {

Estimated wilson(std::int64_t x, std::int64_t n) {
  const auto [low, high] = wilson_interval(x, n);
  return {static_cast<double>(x) / static_cast<double>(n), low, high};
}

// Newcombe (1998), Table II, method 10.
TEST(DifferenceInterval, IsNewcombesForShares) {
  const auto [low, high] = difference_interval(wilson(56, 70), wilson(48, 80));
  EXPECT_NEAR(low, 0.0524, 5e-5);
  EXPECT_NEAR(high, 0.3339, 5e-5);
  const auto [none_low, none_high] = difference_interval(wilson(10, 10), wilson(0, 20));
  EXPECT_NEAR(none_low, 0.6791, 5e-5);
  EXPECT_NEAR(none_high, 1.0, 1e-12);
}

// Koopman (1984), the example of 36 of 40 against 16 of 80.
TEST(KoopmanInterval, MatchesKoopmansExample) {
  const auto [low, high] = koopman_interval(36, 40, 16, 80);
  EXPECT_NEAR(low, 2.94, 5e-3);
  EXPECT_NEAR(high, 7.15, 5e-3);
}

TEST(KoopmanInterval, TurnsRoundWithTheGroups) {
  const auto [low, high] = koopman_interval(7, 50, 12, 35);
  const auto [other_low, other_high] = koopman_interval(12, 35, 7, 50);
  EXPECT_NEAR(low, 1 / other_high, 1e-9);
  EXPECT_NEAR(high, 1 / other_low, 1e-9);
  EXPECT_LT(low, 7.0 / 50 / (12.0 / 35));
  EXPECT_GT(high, 7.0 / 50 / (12.0 / 35));
}

TEST(KoopmanInterval, IsOpenWhereACountIsNoneAndHoldsOneWhereEverybodyHasTheEvent) {
  const auto [low, high] = koopman_interval(0, 20, 5, 20);
  EXPECT_EQ(low, 0);
  EXPECT_GT(high, 0);
  EXPECT_TRUE(std::isinf(koopman_interval(5, 20, 0, 20).second));
  const auto [all_low, all_high] = koopman_interval(20, 20, 30, 30);
  EXPECT_LT(all_low, 1);
  EXPECT_GT(all_high, 1);
  EXPECT_THROW((void)koopman_interval(0, 20, 0, 20), InternalError);
  EXPECT_THROW((void)koopman_interval(0, 0, 1, 20), InternalError);
}

TEST(RatioInterval, AddsOnTheScaleOfLogarithms) {
  const auto [low, high] = ratio_interval({0.8, 0.7, 0.9}, {0.4, 0.4, 0.4});
  EXPECT_NEAR(low, 1.75, 1e-12);
  EXPECT_NEAR(high, 2.25, 1e-12);
  EXPECT_TRUE(std::isinf(ratio_interval({0.8, 0.7, 0.9}, {0.4, 0, 0.5}).second));
  EXPECT_THROW((void)ratio_interval({0, 0, 0.1}, {0.4, 0.3, 0.5}), InternalError);
}

// With 10 degrees of freedom the tail has a closed form: 1 - s (1 + c/2 + 3c^2/8 + 15c^3/48 +
// 105c^4/384) with c = 10 / (10 + t^2) and s = sqrt(1 - c).
TEST(StudentT, MatchesTheClosedForm) {
  const auto closed = [](double t) {
    const double c = 10 / (10 + t * t);
    return 1 - std::sqrt(1 - c) *
                   (1 + c / 2 + 3 * c * c / 8 + 15 * c * c * c / 48 + 105 * c * c * c * c / 384);
  };
  for (const double t : {0.1, 1.0, 2.2, 4.5})
    EXPECT_NEAR(student_t_two_sided(-t, 10), closed(t), 1e-14) << t;
  EXPECT_NEAR(closed(student_t_quantile(0.975, 10)), 0.05, 1e-13);
  EXPECT_EQ(student_t_two_sided(0, 3), 1);
  EXPECT_THROW((void)student_t_quantile(1, 10), NumericError);
  EXPECT_THROW((void)student_t_two_sided(1, 0), NumericError);
}

}  // namespace
}  // namespace faultline::math
