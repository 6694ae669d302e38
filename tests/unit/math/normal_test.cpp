#include "faultline/math/normal.hpp"

#include <cmath>
#include <limits>

#include <gtest/gtest.h>

#include "faultline/base/error.hpp"

namespace faultline::math {
namespace {

void expect_near_relative(double actual, double expected, double tolerance = 1e-13) {
  EXPECT_NEAR(actual, expected, tolerance * std::abs(expected));
}

// Values: scipy.stats.norm 1.17.
TEST(Normal, DensityAndTailsMatchScipy) {
  expect_near_relative(normal_pdf(-3.5), 0.0008726826950457602);
  expect_near_relative(normal_pdf(0.5), 0.35206532676429947);
  expect_near_relative(normal_cdf(-3.5), 0.00023262907903552502);
  expect_near_relative(normal_cdf(0.5), 0.6914624612740131);
  expect_near_relative(normal_upper_tail(0.5), 0.3085375387259869);
  expect_near_relative(normal_upper_tail(10), 7.61985302416047e-24);
  expect_near_relative(normal_upper_tail(37), 5.7255712225239266e-300, 1e-12);
}

TEST(Normal, QuantileMatchesScipyAndInvertsTheCdf) {
  expect_near_relative(normal_quantile(1e-300), -37.0470962993612);
  expect_near_relative(normal_quantile(1e-10), -6.361340902404056);
  expect_near_relative(normal_quantile(0.025), -1.9599639845400545);
  expect_near_relative(normal_quantile(0.3), -0.5244005127080409);
  EXPECT_EQ(normal_quantile(0.5), 0);
  for (const double p : {0.001, 0.2, 0.7, 0.999}) {
    expect_near_relative(normal_cdf(normal_quantile(p)), p);
  }
}

TEST(Normal, QuantileAtTheEndsAndBeyond) {
  EXPECT_EQ(normal_quantile(0), -std::numeric_limits<double>::infinity());
  EXPECT_EQ(normal_quantile(1), std::numeric_limits<double>::infinity());
  EXPECT_THROW(static_cast<void>(normal_quantile(-0.1)), NumericError);
  EXPECT_THROW(static_cast<void>(normal_quantile(1.1)), NumericError);
  EXPECT_THROW(static_cast<void>(normal_quantile(std::nan(""))), NumericError);
}

}  // namespace
}  // namespace faultline::math
