#include "faultline/math/isotonic.hpp"

#include <algorithm>
#include <vector>

#include <gtest/gtest.h>

#include "faultline/base/error.hpp"
#include "faultline/rng/draw.hpp"

namespace faultline::math {
namespace {

/// The largest of the least means: value at i = max over j <= i of min over k >= i of mean(j .. k).
double by_definition(const std::vector<double>& y, std::size_t i) {
  double highest = -1e300;
  for (std::size_t j = 0; j <= i; ++j) {
    double least = 1e300;
    double sum = 0;
    for (std::size_t k = j; k < y.size(); ++k) {
      sum += y[k];
      if (k >= i) least = std::min(least, sum / static_cast<double>(k - j + 1));
    }
    highest = std::max(highest, least);
  }
  return highest;
}

TEST(Isotonic, IsTheBestNonDecreasingFunction) {
  for (std::uint32_t set = 0; set < 50; ++set) {
    rng::Stream stream(3, rng::Purpose::test, set);
    std::vector<double> x, y;
    for (int i = 0; i < 40; ++i) {
      x.push_back(i);
      y.push_back(rng::normal(stream) + 0.05 * i);
    }
    std::vector<std::size_t> order(x.size());
    for (std::size_t i = 0; i < order.size(); ++i) order[i] = i;
    rng::shuffle(stream, std::span(order));
    std::vector<double> mixed_x, mixed_y;
    for (const std::size_t i : order) {
      mixed_x.push_back(x[i]);
      mixed_y.push_back(y[i]);
    }
    const Isotonic curve(mixed_x, mixed_y);
    for (std::size_t i = 0; i < x.size(); ++i) EXPECT_NEAR(curve(x[i]), by_definition(y, i), 1e-12);
  }
}

TEST(Isotonic, IsConstantBetweenPointsAndBeyondThem) {
  const std::vector<double> x{0.2, 0.4, 0.4, 0.8}, y{0, 1, 0, 1};
  const Isotonic curve(x, y);
  EXPECT_EQ(curve(-1), 0);
  EXPECT_EQ(curve(0.3), 0);
  EXPECT_EQ(curve(0.4), 0.5);
  EXPECT_EQ(curve(0.79), 0.5);
  EXPECT_EQ(curve(9), 1);
}

TEST(Isotonic, NeedsAPoint) { EXPECT_THROW(Isotonic({}, {}), InternalError); }

}  // namespace
}  // namespace faultline::math
