// The samplers against their laws over grids of parameters, from one trial to a hundred million and
// from certain to nearly impossible. Fixed seeds; the false-alarm rate of each test here is 1e-6
// over its whole grid (Bonferroni).

#include <algorithm>
#include <cmath>
#include <numeric>
#include <vector>

#include "unit/rng/goodness_of_fit.hpp"
#include <gtest/gtest.h>

#include "faultline/math/normal.hpp"
#include "faultline/math/poisson_binomial.hpp"
#include "faultline/resample/count_distributions.hpp"
#include "faultline/rng/draw.hpp"

namespace faultline::rng {
namespace {

using faultline::testing::binomial_probability;
using faultline::testing::goodness_of_fit;
using faultline::testing::hypergeometric_probability;
using faultline::testing::kFalseAlarm;

// Values that hold all but 1e-20 of a law with this mean and standard deviation.
struct Window {
  std::int64_t low, high;
  Window(double mean, double deviation, std::int64_t least, std::int64_t most)
      : low(std::max(least, static_cast<std::int64_t>(mean - 12 * deviation - 40))),
        high(std::min(most, static_cast<std::int64_t>(mean + 12 * deviation + 40))) {}
};

TEST(BinomialLaw, HoldsOverTheGrid) {
  const std::int64_t trials[] = {1,   2,   3,    7,    13,     20,        21,         40,
                                 100, 333, 1000, 5000, 10'000, 1'000'000, 100'000'000};
  const double chances[] = {1e-6, 0.001, 0.01, 0.05, 0.1, 0.3, 0.5, 0.7, 0.95, 0.999};
  const double level = kFalseAlarm / static_cast<double>(std::size(trials) * std::size(chances));
  std::uint32_t replicate = 0;
  for (const std::int64_t n : trials) {
    for (const double chance : chances) {
      const double mean = static_cast<double>(n) * chance;
      const Window window(mean, std::sqrt(mean * (1 - chance)), 0, n);
      Stream stream(21, Purpose::test, ++replicate);
      const double p = goodness_of_fit(
          200'000, window.low, window.high,
          [&](std::int64_t k) { return binomial_probability(n, chance, k); },
          [&] { return binomial(stream, n, chance); });
      EXPECT_GT(p, level) << "Binomial(" << n << ", " << chance << ")";
    }
  }
}

// Null redraws live here: small counts, many draws, so that small errors show.
TEST(BinomialLaw, HoldsFinelyWhereTheMethodsMeet) {
  const struct {
    std::int64_t n;
    double p;
  } cases[] = {{19, 0.5},  {20, 0.5},  {21, 0.5}, {99, 0.1},
               {100, 0.1}, {101, 0.1}, {25, 0.4}, {30, 0.66}};
  std::uint32_t replicate = 0;
  for (const auto& c : cases) {
    Stream stream(22, Purpose::test, ++replicate);
    const double p = goodness_of_fit(
        3'000'000, 0, c.n, [&](std::int64_t k) { return binomial_probability(c.n, c.p, k); },
        [&] { return binomial(stream, c.n, c.p); });
    EXPECT_GT(p, kFalseAlarm / std::size(cases)) << "Binomial(" << c.n << ", " << c.p << ")";
  }
}

TEST(HypergeometricLaw, HoldsOverTheGrid) {
  const std::int64_t sizes[] = {10, 27, 100, 1000, 6172, 1'000'000, 10'000'000};
  const double shares[] = {0.0005, 0.01, 0.1, 0.37, 0.5, 0.8, 0.99};
  const double level =
      kFalseAlarm / static_cast<double>(std::size(sizes) * std::size(shares) * std::size(shares));
  std::uint32_t replicate = 0;
  for (const std::int64_t size : sizes) {
    for (const double marked_share : shares) {
      for (const double drawn_share : shares) {
        const auto n = static_cast<double>(size);
        const auto marked = std::llround(n * marked_share);
        const auto draws = std::llround(n * drawn_share);
        const double p_marked = static_cast<double>(marked) / n;
        const double mean = static_cast<double>(draws) * p_marked;
        const double deviation =
            std::sqrt(mean * (1 - p_marked) * static_cast<double>(size - draws) / (n - 1));
        const Window window(mean, deviation, std::max<std::int64_t>(0, draws - (size - marked)),
                            std::min<std::int64_t>(marked, draws));
        Stream stream(23, Purpose::test, ++replicate);
        const double p = goodness_of_fit(
            100'000, window.low, window.high,
            [&](std::int64_t k) {
              return hypergeometric_probability(marked, size - marked, draws, k);
            },
            [&] { return hypergeometric(stream, marked, size - marked, draws); });
        EXPECT_GT(p, level) << marked << " marked of " << size << ", " << draws << " drawn";
      }
    }
  }
}

TEST(HypergeometricLaw, HoldsFinelyWhereTheMethodsMeet) {
  const struct {
    std::int64_t marked, unmarked, draws;
  } cases[] = {{12, 30, 20},    {13, 30, 20},    {30, 13, 20}, {100, 900, 99},
               {100, 900, 100}, {100, 900, 101}, {50, 50, 20}, {50, 50, 21}};
  std::uint32_t replicate = 0;
  for (const auto& c : cases) {
    Stream stream(24, Purpose::test, ++replicate);
    const double p = goodness_of_fit(
        2'000'000, 0, c.draws,
        [&](std::int64_t k) {
          return hypergeometric_probability(c.marked, c.unmarked, c.draws, k);
        },
        [&] { return hypergeometric(stream, c.marked, c.unmarked, c.draws); });
    EXPECT_GT(p, kFalseAlarm / std::size(cases)) << c.marked << " " << c.unmarked << " " << c.draws;
  }
}

// A class's count has the hypergeometric law whatever its place in the list.
TEST(MultivariateHypergeometricLaw, EveryClassHasItsMarginalLaw) {
  const std::vector<std::int64_t> sizes{400, 3, 0, 2500, 60, 1000, 1, 37};
  const std::int64_t people = std::accumulate(sizes.begin(), sizes.end(), std::int64_t{0});
  for (std::size_t i = 0; i < sizes.size(); ++i) {
    Stream stream(25, Purpose::test, static_cast<std::uint32_t>(i));
    std::vector<std::int64_t> out(sizes.size());
    const double p = goodness_of_fit(
        100'000, 0, sizes[i],
        [&](std::int64_t k) {
          return hypergeometric_probability(sizes[i], people - sizes[i], 1300, k);
        },
        [&] {
          multivariate_hypergeometric(stream, sizes, 1300, out);
          return out[i];
        });
    EXPECT_GT(p, kFalseAlarm / static_cast<double>(sizes.size())) << "class " << i;
  }
}

TEST(NormalLaw, HoldsInTheTailsToo) {
  Stream stream(26, Purpose::test, 1);
  // Cells of width 0.1 on [-6, 6]; what lies beyond (2e-9) goes to the last ones.
  const double p = goodness_of_fit(
      5'000'000, 0, 119,
      [](std::int64_t i) {
        const double low = -6 + 0.1 * static_cast<double>(i);
        // From the nearer tail, so that small differences keep their digits.
        return low < 0 ? math::normal_cdf(low + 0.1) - math::normal_cdf(low)
                       : math::normal_upper_tail(low) - math::normal_upper_tail(low + 0.1);
      },
      [&] {
        const auto cell = static_cast<std::int64_t>(std::floor((normal(stream) + 6) * 10));
        return std::clamp<std::int64_t>(cell, 0, 119);
      });
  EXPECT_GT(p, kFalseAlarm);
}

// Two streams side by side fill the unit square evenly, for neighbours in each part of the address.
TEST(Streams, PairsOfNeighboursAreIndependent) {
  for (int which = 0; which < 3; ++which) {
    Stream a(27, Purpose::test, 1, 0);
    Stream b(which == 0 ? 28 : 27, Purpose::test, which == 1 ? 2 : 1, which == 2 ? 1 : 0);
    const double p = goodness_of_fit(
        2'000'000, 0, 1023, [](std::int64_t) { return 1.0 / 1024; },
        [&] {
          const auto x = static_cast<std::int64_t>(uniform(a) * 32);
          return x * 32 + static_cast<std::int64_t>(uniform(b) * 32);
        });
    EXPECT_GT(p, kFalseAlarm / 3) << which;
  }
}

TEST(PoissonBinomialRedraw, MatchesCoinByCoin) {
  // The direct way: one coin per person. Both are compared with the law from the builder.
  std::vector<double> chances;
  for (int i = 0; i < 200; ++i) chances.push_back(0.02 + 0.9 * i / 200);
  math::PoissonBinomialBuilder builder;
  for (const double chance : chances) builder.add(chance);
  const math::CountDistribution law = builder.finish();
  resample::CountDistributions tables;
  tables.add(law);
  const auto probability = [&](std::int64_t k) {
    return law.probability[static_cast<std::size_t>(k - law.lowest)];
  };
  const std::int64_t high = law.lowest + std::ssize(law.probability) - 1;
  Stream coins(29, Purpose::test, 1);
  EXPECT_GT(goodness_of_fit(200'000, law.lowest, high, probability,
                            [&] {
                              return std::count_if(
                                  chances.begin(), chances.end(),
                                  [&](double chance) { return bernoulli(coins, chance); });
                            }),
            kFalseAlarm / 2);
  Stream redraws(29, Purpose::test, 2);
  EXPECT_GT(goodness_of_fit(1'000'000, law.lowest, high, probability,
                            [&] { return tables.sample(0, redraws); }),
            kFalseAlarm / 2);
}

}  // namespace
}  // namespace faultline::rng
