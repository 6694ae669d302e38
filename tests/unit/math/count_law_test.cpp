#include "faultline/math/count_law.hpp"

#include <cmath>
#include <numeric>

#include <gtest/gtest.h>

#include "faultline/base/error.hpp"

namespace faultline::math {
namespace {

double total(const CountLaw& law) {
  return std::accumulate(law.probability.begin(), law.probability.end(), 0.0);
}

TEST(BinomialLaw, MatchesTheFormula) {
  const CountLaw law = binomial_law(4, 0.25, 0);
  ASSERT_EQ(law.lowest, 0);
  ASSERT_EQ(law.probability.size(), 5U);
  const double expected[] = {81, 108, 54, 12, 1};
  for (std::size_t k = 0; k < 5; ++k) EXPECT_NEAR(law.probability[k], expected[k] / 256, 1e-15);
}

// Values: mpmath with 40 digits.
TEST(BinomialLaw, LargeNMatchesFortyDigits) {
  const CountLaw law = binomial_law(1'000'000, 0.3, 1e-18);
  const auto at = [&](std::int64_t k) {
    return law.probability.at(static_cast<std::size_t>(k - law.lowest));
  };
  EXPECT_NEAR(at(300'000) / 0.00087056315463668078, 1, 1e-9);
  EXPECT_NEAR(at(298'000) / 6.2982495055668135e-8, 1, 1e-9);
  EXPECT_NEAR(at(303'000) / 4.4655166303017028e-13, 1, 1e-9);
  EXPECT_NEAR(total(law), 1, 1e-13);
  EXPECT_LT(law.probability.size(), 10'000U) << "the window must be of order sqrt(n)";
}

TEST(BinomialLaw, ExtremeProbabilities) {
  EXPECT_EQ(binomial_law(0, 0.5, 1e-18).probability.size(), 1U);
  EXPECT_EQ(binomial_law(50, 0, 1e-18).lowest, 0);
  EXPECT_EQ(binomial_law(50, 1, 1e-18).lowest, 50);
  const CountLaw rare = binomial_law(10'000'000, 1e-7, 1e-18);
  EXPECT_EQ(rare.lowest, 0);
  EXPECT_NEAR(rare.probability[0], std::exp(1e7 * std::log1p(-1e-7)), 1e-14);
  const CountLaw common = binomial_law(10'000'000, 1 - 1e-7, 1e-18);
  EXPECT_NEAR(common.mean(), 1e7 - 1, 1e-6);
}

TEST(BinomialLaw, RejectsInvalidArguments) {
  EXPECT_THROW(static_cast<void>(binomial_law(-1, 0.5, 0)), InternalError);
  EXPECT_THROW(static_cast<void>(binomial_law(1, 1.5, 0)), InternalError);
  EXPECT_THROW(static_cast<void>(binomial_law(1, std::nan(""), 0)), InternalError);
}

TEST(CountLaw, ConvolutionAddsCounts) {
  const CountLaw sum = convolve({2, {0.5, 0.5}}, {-1, {0.25, 0.5, 0.25}});
  EXPECT_EQ(sum.lowest, 1);
  EXPECT_EQ(sum.probability, (std::vector<double>{0.125, 0.375, 0.375, 0.125}));
}

TEST(CountLaw, TailsAreCutByTheirSum) {
  CountLaw law{10, {0.001, 0.001, 0.5, 0.496, 0.001, 0.001}};
  cut_tails(law, 0.0015);
  EXPECT_EQ(law.lowest, 11);
  EXPECT_EQ(law.probability, (std::vector<double>{0.001, 0.5, 0.496, 0.001}));
}

TEST(CountLaw, CuttingNeverLeavesNothing) {
  CountLaw law{3, {0.5, 0.5}};
  cut_tails(law, 1);
  EXPECT_EQ(law.probability.size(), 1U);
}

TEST(CountLaw, CumulativeEndsAtOne) {
  const std::vector<double> table = cumulative({0, {0.25, 0.25, 0.25}});
  EXPECT_NEAR(table[0], 1.0 / 3, 1e-15);
  EXPECT_EQ(table[2], 1);
}

}  // namespace
}  // namespace faultline::math
