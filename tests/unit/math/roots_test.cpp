#include "faultline/math/roots.hpp"

#include <cmath>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "faultline/base/error.hpp"

namespace faultline::math {
namespace {

TEST(MonotoneRoot, RisingAndFalling) {
  EXPECT_NEAR(monotone_root([](double x) { return x * x - 2; }, 0, 10), std::sqrt(2.0), 1e-13);
  EXPECT_NEAR(monotone_root([](double x) { return 1 - std::exp(x); }, -3, 7), 0, 1e-14);
  EXPECT_NEAR(monotone_root([](double x) { return std::log(x) - 50; }, 1, 1e30) / std::exp(50.0), 1,
              1e-12);
}

TEST(MonotoneRoot, StepIsFoundAtItsJump) {
  EXPECT_NEAR(monotone_root([](double x) { return x < 0.3 ? -1.0 : 1.0; }, 0, 1), 0.3, 1e-13);
}

TEST(MonotoneRoot, RootAtAnEnd) {
  EXPECT_EQ(monotone_root([](double x) { return x; }, 0, 1), 0);
  EXPECT_EQ(monotone_root([](double x) { return x - 1; }, 0, 1), 1);
}

TEST(MonotoneRoot, SaysWhyThereIsNone) {
  try {
    static_cast<void>(monotone_root([](double x) { return x; }, 1, 2));
    FAIL() << "a bracket without a root was accepted";
  } catch (const NumericError& error) {
    EXPECT_THAT(error.what(), ::testing::HasSubstr("same sign at both ends of the bracket [1, 2]"));
  }
  EXPECT_THROW(static_cast<void>(monotone_root([](double x) { return x; }, 2, 1)), NumericError);
  EXPECT_THROW(static_cast<void>(monotone_root([](double x) { return std::sqrt(x); }, -1, 2)),
               NumericError);
  EXPECT_THROW(static_cast<void>(monotone_root([](double x) { return x - 0.3; }, -1, INFINITY)),
               NumericError);
}

TEST(MonotoneRoot, TooFewEvaluationsAreAnError) {
  const auto hard = [](double x) { return std::cbrt(x - 0.1234567); };
  EXPECT_THROW(static_cast<void>(monotone_root(hard, -1e6, 1e6, {.max_evaluations = 4})),
               NumericError);
  EXPECT_NEAR(monotone_root(hard, -1e6, 1e6), 0.1234567, 1e-12);
}

}  // namespace
}  // namespace faultline::math
