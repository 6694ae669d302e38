#include "faultline/methods/residual_scan/skewness.hpp"

#include <cmath>
#include <vector>

#include <gtest/gtest.h>

namespace faultline::methods {
namespace {

ResidualPeople::Moments moments(const std::vector<double>& residuals) {
  ResidualPeople::Moments sums;
  for (const double e : residuals) {
    sums.n += 1;
    sums.first += e;
    sums.second += e * e;
    sums.third += e * e * e;
  }
  return sums;
}

std::vector<double> mirrored(std::vector<double> residuals) {
  for (double& e : residuals) e = -e;
  return residuals;
}

// Mostly a little below 0, one far above: skewed to the right, mean below 0.
const std::vector<double> kSkewed = {-1, -2, -1, -2, -1, -2, -1, -2, -1, -2, 6};

TEST(Skewness, SymmetricResidualsKeepTheirScore) {
  const auto sums = moments({1, 2, 3, 2, 1, 2, 3});
  EXPECT_DOUBLE_EQ(left_by_skewness(sums, sums, false), 1);
}

TEST(Skewness, ADeviationAgainstItIsWeakened) {
  const auto sums = moments(kSkewed);
  const double left = left_by_skewness(sums, sums, false);
  EXPECT_LT(left, 1);
  EXPECT_GT(left, 0);
  // By the formula: x' + g (2 x'^2 + 1) / 6 = x.
  const double mean = sums.first / sums.n;
  const double squares = sums.second - sums.n * mean * mean;
  const double cubes = sums.third - 3 * mean * sums.second + 2 * sums.n * mean * mean * mean;
  const double x = std::abs(sums.first) / std::sqrt(squares);
  const double g = cubes / std::pow(squares, 1.5);
  const double weak = x * std::sqrt(left);
  EXPECT_NEAR(weak + g * (2 * weak * weak + 1) / 6, x, 1e-12);
  EXPECT_DOUBLE_EQ(left_by_skewness(moments(mirrored(kSkewed)), sums, false), left);
}

TEST(Skewness, ADeviationWithItIsLeftAlone) {
  std::vector<double> higher = kSkewed;
  for (double& e : higher) e += 3;
  const auto sums = moments(higher);
  EXPECT_EQ(left_by_skewness(sums, sums, false), 1);
}

TEST(Skewness, ANamedSubgroupHasAtLeastThatOfEverybody) {
  const auto few = moments({-1, -2, -1.5, -1, -2});
  const auto everybody = moments(kSkewed);
  EXPECT_DOUBLE_EQ(left_by_skewness(few, everybody, false), 1);
  // Eleven residuals with g = .97 are g = 1.4 for five people: too skewed for any claim.
  EXPECT_EQ(left_by_skewness(few, everybody, true), 0);
  auto many = everybody;
  for (double* sum : {&many.n, &many.first, &many.second, &many.third}) *sum *= 100;
  auto large = few;
  for (double* sum : {&large.n, &large.first, &large.second, &large.third}) *sum *= 100;
  EXPECT_GT(left_by_skewness(large, many, true), 0);
  EXPECT_LT(left_by_skewness(large, many, true), 1);
}

TEST(Skewness, WhereNothingVariesThereIsNone) {
  const auto same = moments({-2, -2, -2});
  EXPECT_EQ(left_by_skewness(same, same, true), 1);
  EXPECT_EQ(left_by_skewness({}, {}, true), 1);
}

}  // namespace
}  // namespace faultline::methods
