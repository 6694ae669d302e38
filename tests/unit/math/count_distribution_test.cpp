#include "faultline/math/count_distribution.hpp"

#include <cmath>
#include <numeric>

#include <gtest/gtest.h>

#include "faultline/base/error.hpp"

namespace faultline::math {
namespace {

double total(const CountDistribution& distribution) {
  return std::accumulate(distribution.probability.begin(), distribution.probability.end(), 0.0);
}

TEST(BinomialLaw, MatchesTheFormula) {
  const CountDistribution distribution = binomial_distribution(4, 0.25, 0);
  ASSERT_EQ(distribution.lowest, 0);
  ASSERT_EQ(distribution.probability.size(), 5U);
  const double expected[] = {81, 108, 54, 12, 1};
  for (std::size_t k = 0; k < 5; ++k)
    EXPECT_NEAR(distribution.probability[k], expected[k] / 256, 1e-15);
}

// Values: mpmath with 40 digits.
TEST(BinomialLaw, LargeNMatchesFortyDigits) {
  const CountDistribution distribution = binomial_distribution(1'000'000, 0.3, 1e-18);
  const auto at = [&](std::int64_t k) {
    return distribution.probability.at(static_cast<std::size_t>(k - distribution.lowest));
  };
  EXPECT_NEAR(at(300'000) / 0.00087056315463668078, 1, 1e-9);
  EXPECT_NEAR(at(298'000) / 6.2982495055668135e-8, 1, 1e-9);
  EXPECT_NEAR(at(303'000) / 4.4655166303017028e-13, 1, 1e-9);
  EXPECT_NEAR(total(distribution), 1, 1e-13);
  EXPECT_LT(distribution.probability.size(), 10'000U) << "the window must be of order sqrt(n)";
}

TEST(BinomialLaw, ExtremeProbabilities) {
  EXPECT_EQ(binomial_distribution(0, 0.5, 1e-18).probability.size(), 1U);
  EXPECT_EQ(binomial_distribution(50, 0, 1e-18).lowest, 0);
  EXPECT_EQ(binomial_distribution(50, 1, 1e-18).lowest, 50);
  const CountDistribution rare = binomial_distribution(10'000'000, 1e-7, 1e-18);
  EXPECT_EQ(rare.lowest, 0);
  EXPECT_NEAR(rare.probability[0], std::exp(1e7 * std::log1p(-1e-7)), 1e-14);
  const CountDistribution common = binomial_distribution(10'000'000, 1 - 1e-7, 1e-18);
  EXPECT_NEAR(common.mean(), 1e7 - 1, 1e-6);
}

TEST(BinomialLaw, RejectsInvalidArguments) {
  EXPECT_THROW(static_cast<void>(binomial_distribution(-1, 0.5, 0)), InternalError);
  EXPECT_THROW(static_cast<void>(binomial_distribution(1, 1.5, 0)), InternalError);
  EXPECT_THROW(static_cast<void>(binomial_distribution(1, std::nan(""), 0)), InternalError);
}

TEST(CountDistribution, ConvolutionAddsCounts) {
  const CountDistribution sum = convolve({2, {0.5, 0.5}}, {-1, {0.25, 0.5, 0.25}});
  EXPECT_EQ(sum.lowest, 1);
  EXPECT_EQ(sum.probability, (std::vector<double>{0.125, 0.375, 0.375, 0.125}));
}

TEST(CountDistribution, TailsAreCutByTheirSum) {
  CountDistribution distribution{10, {0.001, 0.001, 0.5, 0.496, 0.001, 0.001}};
  cut_tails(distribution, 0.0015);
  EXPECT_EQ(distribution.lowest, 11);
  EXPECT_EQ(distribution.probability, (std::vector<double>{0.001, 0.5, 0.496, 0.001}));
}

TEST(CountDistribution, CuttingNeverLeavesNothing) {
  CountDistribution distribution{3, {0.5, 0.5}};
  cut_tails(distribution, 1);
  EXPECT_EQ(distribution.probability.size(), 1U);
}

TEST(CountDistribution, CumulativeEndsAtOne) {
  const std::vector<double> table = cumulative({0, {0.25, 0.25, 0.25}});
  EXPECT_NEAR(table[0], 1.0 / 3, 1e-15);
  EXPECT_EQ(table[2], 1);
}

}  // namespace
}  // namespace faultline::math
