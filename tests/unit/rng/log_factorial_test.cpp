#include "faultline/rng/log_factorial.hpp"

#include <cmath>

#include <gtest/gtest.h>

namespace faultline::rng {
namespace {

TEST(LogFactorial, SmallOnesAreExact) {
  EXPECT_EQ(log_factorial(0), 0);
  EXPECT_EQ(log_factorial(1), 0);
  EXPECT_DOUBLE_EQ(log_factorial(10), std::log(3628800.0));
}

TEST(LogFactorial, MatchesTheGammaFunction) {
  for (const std::int64_t n : {2, 50, 126, 127, 128, 129, 1000, 1'000'000, 1'000'000'000}) {
    const double expected = std::lgamma(static_cast<double>(n) + 1);
    EXPECT_NEAR(log_factorial(n), expected, 4e-16 * expected + 1e-15) << n;
  }
}

TEST(LogFactorial, TableAndSeriesMeet) {
  const auto from_factorial = [](std::int64_t n) {
    const auto x = static_cast<double>(n);
    return std::lgamma(x + 1) - (0.5 * std::log(2 * M_PI) + (x + 0.5) * std::log(x + 1) - (x + 1));
  };
  for (const std::int64_t n : {0, 5, 9, 100, 127, 128, 200}) {
    EXPECT_NEAR(stirling_remainder(n), from_factorial(n), 1e-12) << n;
  }
}

}  // namespace
}  // namespace faultline::rng
