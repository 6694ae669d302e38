#include "faultline/math/chi_squared.hpp"

#include <cmath>
#include <limits>

#include <gtest/gtest.h>

#include "faultline/base/error.hpp"

namespace faultline::math {
namespace {

// Values: scipy.stats.chi2.sf 1.17.
TEST(ChiSquared, UpperTailMatchesScipy) {
  const struct {
    double x, degrees_of_freedom, expected;
  } cases[] = {
      {3.841458820694124, 1, 0.04999999999999989},
      {10, 5, 0.07523524614651217},
      {200, 100, 1.1784500720979781e-08},
      {1000, 10, 1.870290720915977e-208},
      {0.001, 1, 0.9747728793699604},
      {25.5, 2.5, 6.163104522026523e-06},
  };
  for (const auto& c : cases) {
    EXPECT_NEAR(chi_squared_upper_tail(c.x, c.degrees_of_freedom), c.expected, 1e-11 * c.expected)
        << c.x << " on " << c.degrees_of_freedom;
  }
}

TEST(ChiSquared, Ends) {
  EXPECT_EQ(chi_squared_upper_tail(0, 3), 1);
  EXPECT_EQ(chi_squared_upper_tail(std::numeric_limits<double>::infinity(), 3), 0);
}

TEST(ChiSquared, RejectsWhatHasNoAnswer) {
  EXPECT_THROW(static_cast<void>(chi_squared_upper_tail(-1, 3)), NumericError);
  EXPECT_THROW(static_cast<void>(chi_squared_upper_tail(std::nan(""), 3)), NumericError);
  EXPECT_THROW(static_cast<void>(chi_squared_upper_tail(1, 0)), NumericError);
}

}  // namespace
}  // namespace faultline::math
