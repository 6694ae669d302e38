// The studentized range against published critical values, and against what it must be with two
// means: a t distribution.

#include "faultline/math/studentized_range.hpp"

#include <cmath>
#include <limits>

#include <gtest/gtest.h>

#include "faultline/base/error.hpp"
#include "faultline/math/normal.hpp"

namespace faultline::math {
namespace {

constexpr double kInfinite = std::numeric_limits<double>::infinity();

TEST(StudentizedRange, PublishedCriticalValues) {
  // Upper 5 % and 1 % points, three decimals (Harter 1960).
  struct Row {
    double p;
    int k;
    double df;
    double q;
  };
  const Row rows[] = {{0.05, 2, 5, 3.635},          {0.05, 3, 10, 3.877},
                      {0.05, 5, 20, 4.232},         {0.05, 10, 60, 4.646},
                      {0.05, 20, 120, 5.126},       {0.05, 3, kInfinite, 3.314},
                      {0.05, 10, kInfinite, 4.474}, {0.01, 3, 10, 5.270},
                      {0.01, 5, 20, 5.294},         {0.01, 4, kInfinite, 4.403}};
  for (const Row& row : rows) {
    EXPECT_NEAR(studentized_range_quantile(row.p, row.k, row.df), row.q, 0.0011)
        << row.k << " " << row.df;
  }
  EXPECT_NEAR(studentized_range_quantile(0.05, 3, 12), 3.772928965726967, 1e-7);
}

TEST(StudentizedRange, TwoMeansAreATTest) {
  // With df = 1 the t distribution is Cauchy's, with df infinite it is normal.
  for (const double q : {0.3, 1.0, 4.0, 30.0}) {
    EXPECT_NEAR(studentized_range_upper_tail(q, 2, 1),
                2 * (0.5 - std::atan(q / std::sqrt(2.0)) / 3.14159265358979323846), 1e-8);
    EXPECT_NEAR(studentized_range_upper_tail(q, 2, kInfinite),
                2 * normal_upper_tail(q / std::sqrt(2.0)), 1e-12);
  }
  // A far tail keeps its digits.
  EXPECT_NEAR(
      studentized_range_upper_tail(14, 2, kInfinite) / (2 * normal_upper_tail(14 / std::sqrt(2.0))),
      1, 1e-6);
}

TEST(StudentizedRange, EndsAndRefusals) {
  EXPECT_EQ(studentized_range_upper_tail(0, 3, 10), 1);
  EXPECT_EQ(studentized_range_upper_tail(kInfinite, 3, 10), 0);
  EXPECT_THROW((void)studentized_range_upper_tail(1, 1, 10), NumericError);
  EXPECT_THROW((void)studentized_range_upper_tail(1, 3, 0), NumericError);
  EXPECT_THROW((void)studentized_range_quantile(0, 3, 10), NumericError);
}

TEST(FisherF, KnownTails) {
  EXPECT_NEAR(f_upper_tail(4.9646, 1, 10), 0.05, 1e-5);
  EXPECT_NEAR(f_upper_tail(3.8853, 2, 12), 0.05, 1e-5);
  EXPECT_EQ(f_upper_tail(0, 2, 12), 1);
  // With numerator 2 the tail is (1 + 2 x / d)^(-d/2).
  EXPECT_NEAR(f_upper_tail(74.92307692307693, 2, 12),
              std::pow(1 + 2 * 74.92307692307693 / 12, -6.0), 1e-15);
}

}  // namespace
}  // namespace faultline::math
