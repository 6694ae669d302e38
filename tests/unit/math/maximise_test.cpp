#include "faultline/math/maximise.hpp"

#include <cmath>

#include <gtest/gtest.h>

#include "faultline/base/error.hpp"

namespace faultline::math {
namespace {

TEST(Maximise, InsideTheInterval) {
  const Maximum parabola = maximise([](double x) { return 3 - (x - 0.7) * (x - 0.7); }, -5, 8);
  EXPECT_NEAR(parabola.at, 0.7, 1e-7);
  EXPECT_NEAR(parabola.value, 3, 1e-14);
  // x exp(-x) has its maximum 1/e at 1.
  const Maximum skewed = maximise([](double x) { return x * std::exp(-x); }, 0, 50);
  EXPECT_NEAR(skewed.at, 1, 1e-7);
  EXPECT_NEAR(skewed.value, std::exp(-1.0), 1e-15);
}

TEST(Maximise, AtAnEndItIsExact) {
  EXPECT_EQ(maximise([](double x) { return x; }, -1, 2).at, 2);
  EXPECT_EQ(maximise([](double x) { return -x; }, -1, 2).at, -1);
  EXPECT_EQ(maximise([](double x) { return x; }, 4, 4).value, 4);
}

TEST(Maximise, RejectsWhatHasNoAnswer) {
  EXPECT_THROW(static_cast<void>(maximise([](double x) { return x; }, 2, 1)), NumericError);
  EXPECT_THROW(static_cast<void>(maximise([](double x) { return x; }, 2, INFINITY)), NumericError);
  EXPECT_THROW(static_cast<void>(maximise([](double) { return std::nan(""); }, 0, 1)),
               NumericError);
}

}  // namespace
}  // namespace faultline::math
