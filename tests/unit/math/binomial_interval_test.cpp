#include "faultline/math/binomial_interval.hpp"

#include <gtest/gtest.h>

#include "faultline/base/error.hpp"

namespace faultline::math {
namespace {

void expect_interval(std::pair<double, double> actual, double low, double high) {
  EXPECT_NEAR(actual.first, low, 1e-11 * low);
  EXPECT_NEAR(actual.second, high, 1e-11 * high);
}

// Values: scipy 1.17, beta.ppf and beta.isf.
TEST(ClopperPearson, MatchesScipy) {
  expect_interval(clopper_pearson_interval(3, 20), 0.032070937185463715, 0.37892682654531396);
  expect_interval(clopper_pearson_interval(81, 263, 0.99), 0.2368373581655392, 0.386258325669745);
  expect_interval(clopper_pearson_interval(1, 999), 2.534283000048345e-05, 0.005564476040714072);
  expect_interval(clopper_pearson_interval(500, 1000, 0.9), 0.47351773123569124,
                  0.5264822687643087);
  expect_interval(clopper_pearson_interval(1, 1'000'000), 2.53178076637942e-08,
                  5.571630655166939e-06);
}

TEST(ClopperPearson, NoneAndAllAndNothing) {
  expect_interval(clopper_pearson_interval(0, 10), 0, 0.3084971078187607);
  expect_interval(clopper_pearson_interval(10, 10), 0.6915028921812392, 1);
  EXPECT_EQ(clopper_pearson_interval(0, 0), (std::pair<double, double>{0, 1}));
}

// Values: scipy.stats.binomtest(...).proportion_ci(method='wilson') 1.17.
TEST(Wilson, MatchesScipy) {
  expect_interval(wilson_interval(3, 20), 0.05236874589621662, 0.3604188647407569);
  expect_interval(wilson_interval(81, 263, 0.99), 0.24013690268760768, 0.3852825023182298);
  expect_interval(wilson_interval(500, 1000, 0.9), 0.4740276914784201, 0.5259723085215798);
}

TEST(Wilson, NoneAndAllAndNothing) {
  expect_interval(wilson_interval(0, 10), 0, 0.27753279986288926);
  expect_interval(wilson_interval(10, 10), 0.7224672001371109, 1);
  EXPECT_EQ(wilson_interval(0, 0), (std::pair<double, double>{0, 1}));
}

TEST(BinomialInterval, RejectsImpossibleCounts) {
  EXPECT_THROW(static_cast<void>(clopper_pearson_interval(-1, 10)), InternalError);
  EXPECT_THROW(static_cast<void>(clopper_pearson_interval(11, 10)), InternalError);
  EXPECT_THROW(static_cast<void>(wilson_interval(1, 10, 1.0)), InternalError);
  EXPECT_THROW(static_cast<void>(wilson_interval(1, 10, 0.0)), InternalError);
}

}  // namespace
}  // namespace faultline::math
