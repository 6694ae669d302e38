// The law of costs by size: moments by hand, what is planted is held, nothing leaves its range.

#include "faultline/methods/sources/scaling_law.hpp"

#include <cmath>
#include <limits>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "faultline/resample/quantiles.hpp"
#include "faultline/rng/draw.hpp"

namespace faultline::methods {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();
const std::vector<double> kShare{1.0 / 16, 1.0 / 8, 1.0 / 4, 1.0 / 2, 1};

std::vector<double> ends(const std::vector<double>& draws) {
  return resample::quantiles(draws, std::vector<double>{0.025, 0.5, 0.975});
}

TEST(CurveMoments, ByHand) {
  const double none = std::numeric_limits<double>::quiet_NaN();
  const std::vector<std::vector<double>> loss{{1, 0, 1, 1, none}, {0, 0, 1, 0, 1}};
  const std::vector<double> share{0.5, 1};
  const std::vector<std::int32_t> fold{0, 0, 0, 0, 0};
  const CurveMoments moments = curve_moments(share, loss, fold);
  EXPECT_EQ(moments.n, 4);  // the last was not tested at the first size
  EXPECT_DOUBLE_EQ(moments.mean[0], 0.75);
  EXPECT_DOUBLE_EQ(moments.mean[1], 0.25);
  EXPECT_NEAR(moments.covariance[0], 0.75 / 3 / 4, 1e-15);
  EXPECT_NEAR(moments.covariance[1], 0.25 / 3 / 4, 1e-15);
  EXPECT_NEAR(moments.se(1), std::sqrt(0.75 / 3 / 4), 1e-15);
}

TEST(CurveMoments, OfWeightedPeople) {
  const std::vector<std::vector<double>> loss{{1, 0, 1, 0}, {1, 0, 0, 0}};
  const std::vector<double> share{0.5, 1};
  const std::vector<std::int32_t> fold{0, 0, 0, 0};
  const std::vector<double> weight{0.5, 0.5, 1, 0};  // the last does not count
  const CurveMoments moments = curve_moments(share, loss, fold, weight);
  EXPECT_EQ(moments.n, 3);  // 2^2 / 1.5 people of equal weight
  EXPECT_DOUBLE_EQ(moments.mean[0], 0.75);
  EXPECT_DOUBLE_EQ(moments.mean[1], 0.25);
  // m / (m - 1) sum q^2 (l - mean)^2 / (sum q)^2
  const double squares = 0.25 * 0.0625 + 0.25 * 0.5625 + 0.0625;
  EXPECT_NEAR(moments.covariance[0], 1.5 * squares / 4, 1e-15);
  const std::vector<double> alike(4, 0.25);
  EXPECT_NEAR(curve_moments(share, loss, fold, alike).se(0), curve_moments(share, loss, fold).se(0),
              1e-15);
}

TEST(CurveMoments, FoldsThatDifferMakeErrorsLarger) {
  std::vector<std::vector<double>> loss(1);
  std::vector<std::int32_t> one, five;
  for (int i = 0; i < 500; ++i) {
    loss[0].push_back(i % 5 == 0 ? 1 : 0);  // all errors in one fold
    one.push_back(0);
    five.push_back(i % 5);
  }
  const std::vector<double> share{1};
  EXPECT_GT(curve_moments(share, loss, five).se(0), 5 * curve_moments(share, loss, one).se(0));
}

CurveMoments planted(double today, double limit, double beta, std::int64_t n) {
  CurveMoments moments{.share = kShare, .n = n};
  moments.covariance.assign(25, 0);
  for (std::size_t k = 0; k < 5; ++k) {
    moments.mean.push_back(
        std::min(1.0, today * (limit + (1 - limit) * std::pow(kShare[k], -beta))));
    moments.covariance[k * 6] = moments.mean[k] * (1 - moments.mean[k]) / static_cast<double>(n);
  }
  return moments;
}

TEST(ScalingLaw, HoldsWhatIsPlanted) {
  for (const double limit : {0.2, 0.6, 1.0}) {
    const ScalingLaw law(planted(0.2, limit, 0.6, 20'000), {.linear = true});
    const auto at_ten = ends(law.at(10));
    const double truth = 0.2 * (limit + (1 - limit) * std::pow(10, -0.6));
    EXPECT_LE(at_ten[0], truth) << limit;
    EXPECT_GE(at_ten[2], truth) << limit;
    EXPECT_NEAR(ends(law.at(1))[1], 0.2, 0.02) << limit;
  }
}

TEST(ScalingLaw, NothingLeavesItsRange) {
  for (const double today : {0.001, 0.5, 0.97}) {
    for (const double limit : {0.0, 1.0, 1.02}) {
      const ScalingLaw law(planted(today, limit, 1.1, 60), {});
      for (const double factor : {1.0, 2.0, 10.0, kInfinity}) {
        for (const double cost : law.at(factor)) {
          EXPECT_GE(cost, 0);
          EXPECT_LE(cost, 1);
        }
      }
    }
  }
  // Nobody costs anything.
  CurveMoments nothing{.share = kShare, .mean = {0, 0, 0, 0, 0}, .n = 100};
  nothing.covariance.assign(25, 0);
  EXPECT_EQ(ends(ScalingLaw(nothing, {}).at(10))[2], 0);
}

TEST(ScalingLaw, FewPeopleTellLittle) {
  const auto many = ends(ScalingLaw(planted(0.2, 0.5, 0.6, 50'000), {}).at(10));
  const auto few = ends(ScalingLaw(planted(0.2, 0.5, 0.6, 60), {}).at(10));
  EXPECT_GT(few[2] - few[0], many[2] - many[0]);
}

TEST(ScalingLaw, TheSameForTheSameNumber) {
  const CurveMoments moments = planted(0.2, 0.5, 0.6, 500);
  EXPECT_EQ(ScalingLaw(moments, {.number = 3}).at(2), ScalingLaw(moments, {.number = 3}).at(2));
  EXPECT_NE(ScalingLaw(moments, {.number = 3}).at(2), ScalingLaw(moments, {.number = 4}).at(2));
}

TEST(BackTest, ALawPassesAndACliffDoesNot) {
  EXPECT_EQ(back_test_miss(planted(0.2, 0.5, 0.6, 5'000), {}), 0);
  CurveMoments cliff = planted(0.3, 1, 0.6, 50'000);  // flat, then all at once
  cliff.mean[4] = 0.05;
  EXPECT_LT(back_test_miss(cliff, {}), -0.1);
  CurveMoments three{.share = {0.25, 0.5, 1}, .mean = {0.3, 0.2, 0.1}, .n = 100};
  three.covariance.assign(9, 0);
  EXPECT_EQ(back_test_miss(three, {}), 0);  // too few sizes to hold any back
}

}  // namespace
}  // namespace faultline::methods
