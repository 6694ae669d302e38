#include "faultline/resample/holm.hpp"

#include <gtest/gtest.h>

#include "faultline/base/error.hpp"

namespace faultline::resample {
namespace {

using PValues = std::vector<std::optional<double>>;

void expect_equal(const PValues& actual, const PValues& expected) {
  ASSERT_EQ(actual.size(), expected.size());
  for (std::size_t i = 0; i < expected.size(); ++i) {
    ASSERT_EQ(actual[i].has_value(), expected[i].has_value()) << i;
    if (!expected[i]) continue;
    EXPECT_DOUBLE_EQ(*actual[i], *expected[i]) << i;
  }
}

TEST(Holm, ByHand) {
  // Sorted .005 .01 .03 .04, times 4 3 2 1: .02 .03 .06 .04, made monotone.
  expect_equal(holm_adjusted(PValues{0.01, 0.04, 0.03, 0.005}), {0.03, 0.06, 0.06, 0.02});
}

TEST(Holm, OneTestStaysAndNoneIsFine) {
  expect_equal(holm_adjusted(PValues{0.2}), {0.2});
  expect_equal(holm_adjusted(PValues{}), {});
}

TEST(Holm, NeverAboveOne) { expect_equal(holm_adjusted(PValues{0.6, 0.9, 1.0}), {1.0, 1.0, 1.0}); }

TEST(Holm, EqualPValuesGetEqualAdjustments) {
  expect_equal(holm_adjusted(PValues{0.02, 0.01, 0.02}), {0.04, 0.03, 0.04});
}

TEST(Holm, TestsWithoutPValueDoNotCount) {
  expect_equal(holm_adjusted(PValues{std::nullopt, 0.01, std::nullopt, 0.02}),
               {std::nullopt, 0.02, std::nullopt, 0.02});
}

TEST(Holm, RejectsWhatIsNoPValue) {
  EXPECT_THROW(static_cast<void>(holm_adjusted(PValues{1.5})), InternalError);
  EXPECT_THROW(static_cast<void>(holm_adjusted(PValues{-0.1})), InternalError);
}

}  // namespace
}  // namespace faultline::resample
