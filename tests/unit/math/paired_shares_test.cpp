#include "faultline/math/paired_shares.hpp"

#include <algorithm>
#include <cmath>

#include <gtest/gtest.h>

#include "faultline/base/error.hpp"
#include "faultline/math/normal.hpp"

namespace faultline::math {
namespace {

/// The score statistic with the probability to lose fitted by trying all of a fine grid.
double score_by_search(double gained, double lost, double n, double d) {
  double best = -1e300;
  double fitted = 0;
  constexpr int kSteps = 200000;
  const double least = std::max(0.0, -d);
  const double most = (1 - d) / 2;
  for (int i = 1; i < kSteps; ++i) {
    const double q = least + (most - least) * i / kSteps;
    const double rest = 1 - 2 * q - d;
    const double likelihood = (gained > 0 ? gained * std::log(q + d) : 0) +
                              (lost > 0 ? lost * std::log(q) : 0) +
                              (n - gained - lost) * std::log(rest);
    if (likelihood > best) {
      best = likelihood;
      fitted = q;
    }
  }
  return (gained - lost - n * d) / std::sqrt(n * (2 * fitted + d - d * d));
}

TEST(TangoInterval, EndsAreWhereTheScoreTestRejects) {
  const double z = normal_quantile(0.975);
  for (const auto& [b, c, n] : {std::tuple{7, 1, 21}, {1, 7, 21}, {3, 2, 40}, {12, 12, 100}}) {
    const auto [low, high] = tango_interval(b, c, n);
    EXPECT_NEAR(score_by_search(b, c, n, low), z, 2e-3) << b << ' ' << c;
    EXPECT_NEAR(score_by_search(b, c, n, high), -z, 2e-3) << b << ' ' << c;
    EXPECT_LT(low, double(b - c) / n);
    EXPECT_GT(high, double(b - c) / n);
  }
}

TEST(TangoInterval, IsThePublishedOne) {
  // Airway hyper-responsiveness of 21 children before and after transplantation (Fagerland,
  // Lydersen and Laake 2014): -0.517 to -0.026.
  const auto [low, high] = tango_interval(1, 7, 21);
  EXPECT_NEAR(low, -0.517, 5e-4);
  EXPECT_NEAR(high, -0.026, 5e-4);
}

TEST(TangoInterval, MirrorsAndHasAWidthWhereNobodyChanged) {
  const auto [low, high] = tango_interval(0, 0, 50);
  const double z = normal_quantile(0.975);
  EXPECT_NEAR(high, z * z / (50 + z * z), 1e-9);
  EXPECT_NEAR(low, -high, 1e-9);
  const auto one = tango_interval(9, 2, 30, 0.9);
  const auto other = tango_interval(2, 9, 30, 0.9);
  EXPECT_NEAR(one.first, -other.second, 1e-9);
  EXPECT_NEAR(one.second, -other.first, 1e-9);
}

TEST(TangoInterval, StaysInsideAndReachesTheEnds) {
  EXPECT_EQ(tango_interval(10, 0, 10).second, 1);
  EXPECT_EQ(tango_interval(0, 10, 10).first, -1);
  EXPECT_GT(tango_interval(10, 0, 10).first, 0);
  EXPECT_THROW((void)tango_interval(6, 5, 10), InternalError);
  EXPECT_THROW((void)tango_interval(-1, 0, 10), InternalError);
  EXPECT_THROW((void)tango_interval(0, 0, 0), InternalError);
}

TEST(McNemarExact, IsTwiceTheSmallerTail) {
  const auto brute = [](int gained, int lost) {
    const int n = gained + lost;
    double tail = 0;
    for (int k = 0; k <= std::min(gained, lost); ++k)
      tail += std::exp(std::lgamma(n + 1.0) - std::lgamma(k + 1.0) - std::lgamma(n - k + 1.0) -
                       n * std::log(2.0));
    return std::min(1.0, 2 * tail);
  };
  for (int gained = 0; gained <= 12; ++gained) {
    for (int lost = 0; lost <= 12; ++lost)
      EXPECT_NEAR(mcnemar_exact(gained, lost), brute(gained, lost), 1e-12) << gained << ' ' << lost;
  }
  EXPECT_EQ(mcnemar_exact(0, 0), 1);
  EXPECT_GT(mcnemar_exact(2000, 0), 0);  // far out, and still a number
  EXPECT_THROW((void)mcnemar_exact(-1, 0), InternalError);
}

}  // namespace
}  // namespace faultline::math
