#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>
#include <vector>

#include "unit/rng/goodness_of_fit.hpp"
#include <gtest/gtest.h>

#include "faultline/base/error.hpp"
#include "faultline/math/normal.hpp"
#include "faultline/rng/draw.hpp"

namespace faultline::rng {
namespace {

using faultline::testing::goodness_of_fit;
using faultline::testing::kFalseAlarm;
// Tests against a law in this file.
constexpr double kLevel = kFalseAlarm / 20;

TEST(Uniform, FillsTheIntervalEvenlyAndNeverReachesItsEnds) {
  Stream stream(1, Purpose::test, 1);
  const double p = goodness_of_fit(
      500'000, 0, 999, [](std::int64_t) { return 1e-3; },
      [&] {
        const double u = uniform(stream);
        EXPECT_GT(u, 0);
        EXPECT_LT(u, 1);
        return static_cast<std::int64_t>(u * 1000);
      });
  EXPECT_GT(p, kLevel);
}

TEST(Uniform, LowBitsAreUsedToo) {
  Stream stream(1, Purpose::test, 2);
  const double p = goodness_of_fit(
      200'000, 0, 255, [](std::int64_t) { return 1.0 / 256; },
      [&] { return static_cast<std::int64_t>(uniform(stream) * 0x1.0p53) % 256; });
  EXPECT_GT(p, kLevel);
}

TEST(Below, EveryValueIsEquallyLikely) {
  // 3 * 2^30 is the bound where a biased method errs most: a third of the values would come up
  // twice as often.
  for (const std::uint64_t bound : {1ULL, 2ULL, 7ULL, 100ULL, 3ULL << 30U, 3ULL << 60U}) {
    Stream stream(1, Purpose::test, 3);
    const std::uint64_t pools = std::min<std::uint64_t>(bound, 192);
    const double p = goodness_of_fit(
        200'000, 0, static_cast<std::int64_t>(pools) - 1,
        [&](std::int64_t) { return 1.0 / static_cast<double>(pools); },
        [&] {
          const std::uint64_t value = below(stream, bound);
          EXPECT_LT(value, bound);
          return static_cast<std::int64_t>(value / (bound / pools));
        });
    EXPECT_GT(p, kLevel) << bound;
  }
}

TEST(Below, ZeroIsRejected) {
  Stream stream(1, Purpose::test, 4);
  EXPECT_THROW(static_cast<void>(below(stream, 0)), InternalError);
}

TEST(Normal, MatchesItsLaw) {
  Stream stream(1, Purpose::test, 5);
  // Hundred pools of equal probability.
  const double p = goodness_of_fit(
      500'000, 0, 99, [](std::int64_t) { return 0.01; },
      [&] { return static_cast<std::int64_t>(math::normal_cdf(normal(stream)) * 100); });
  EXPECT_GT(p, kLevel);
}

TEST(Bernoulli, MatchesItsLawAndItsEnds) {
  Stream stream(1, Purpose::test, 6);
  for (const double chance : {0.001, 0.3, 0.5, 0.98}) {
    const double p = goodness_of_fit(
        200'000, 0, 1, [&](std::int64_t k) { return k == 1 ? chance : 1 - chance; },
        [&] { return bernoulli(stream, chance) ? 1 : 0; });
    EXPECT_GT(p, kLevel) << chance;
  }
  for (int i = 0; i < 1000; ++i) {
    EXPECT_FALSE(bernoulli(stream, 0));
    EXPECT_TRUE(bernoulli(stream, 1));
  }
}

TEST(Bernoulli, RejectsWhatIsNoProbability) {
  Stream stream(1, Purpose::test, 7);
  EXPECT_THROW(static_cast<void>(bernoulli(stream, -1e-9)), InternalError);
  EXPECT_THROW(static_cast<void>(bernoulli(stream, 1 + 1e-9)), InternalError);
  EXPECT_THROW(static_cast<void>(bernoulli(stream, std::nan(""))), InternalError);
}

TEST(Shuffle, EveryOrderIsEquallyLikely) {
  Stream stream(1, Purpose::test, 8);
  const double p = goodness_of_fit(
      120'000, 0, 119, [](std::int64_t) { return 1.0 / 120; },
      [&] {
        std::array<int, 5> order{0, 1, 2, 3, 4};
        shuffle(stream, std::span<int>(order));
        // The rank of the permutation.
        std::int64_t rank = 0;
        for (std::size_t i = 0; i < 5; ++i) {
          const auto smaller = std::count_if(order.begin() + static_cast<std::ptrdiff_t>(i),
                                             order.end(), [&](int x) { return x < order[i]; });
          rank = rank * static_cast<std::int64_t>(5 - i) + smaller;
        }
        return rank;
      });
  EXPECT_GT(p, kLevel);
}

TEST(Shuffle, KeepsTheValuesAndTakesNothing) {
  Stream stream(1, Purpose::test, 9);
  std::vector<int> values(1000);
  std::iota(values.begin(), values.end(), 0);
  shuffle(stream, std::span<int>(values));
  EXPECT_FALSE(std::is_sorted(values.begin(), values.end()));
  std::sort(values.begin(), values.end());
  for (int i = 0; i < 1000; ++i) EXPECT_EQ(values[static_cast<std::size_t>(i)], i);
  shuffle(stream, std::span<int>());
}

}  // namespace
}  // namespace faultline::rng
