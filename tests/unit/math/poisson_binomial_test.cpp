#include "faultline/math/poisson_binomial.hpp"

#include <bit>
#include <cmath>
#include <numeric>
#include <vector>

#include <gtest/gtest.h>

#include "faultline/base/error.hpp"

namespace faultline::math {
namespace {

double at(const CountDistribution& distribution, std::int64_t k) {
  const std::int64_t i = k - distribution.lowest;
  return i < 0 || i >= std::ssize(distribution.probability)
             ? 0
             : distribution.probability[static_cast<std::size_t>(i)];
}

// Every one of the 2^n outcomes, one by one.
std::vector<double> by_enumeration(const std::vector<double>& p) {
  std::vector<double> distribution(p.size() + 1, 0.0);
  for (unsigned outcome = 0; outcome < (1U << p.size()); ++outcome) {
    double probability = 1;
    for (std::size_t i = 0; i < p.size(); ++i) {
      probability *= ((outcome >> i) & 1U) != 0 ? p[i] : 1 - p[i];
    }
    distribution[static_cast<std::size_t>(std::popcount(outcome))] += probability;
  }
  return distribution;
}

// Reference for any n: one person at a time, nothing cut.
std::vector<double> one_by_one(const std::vector<double>& p) {
  std::vector<double> distribution{1.0};
  for (const double chance : p) {
    distribution.push_back(0);
    for (std::size_t k = distribution.size() - 1; k > 0; --k) {
      distribution[k] = distribution[k] * (1 - chance) + distribution[k - 1] * chance;
    }
    distribution[0] *= 1 - chance;
  }
  return distribution;
}

std::vector<double> ramp(int n) {
  std::vector<double> p;
  for (int i = 0; i < n; ++i) p.push_back((i + 0.5) / n);
  return p;
}

TEST(PoissonBinomial, MatchesEnumeration) {
  for (const auto& p :
       {std::vector<double>{0.3}, {0.1, 0.9}, {0.01, 0.5, 0.99}, ramp(12), {0, 0.2, 1, 1, 0.7}}) {
    PoissonBinomialBuilder builder;
    for (const double chance : p) builder.add(chance);
    const CountDistribution distribution = builder.finish();
    const std::vector<double> expected = by_enumeration(p);
    for (std::size_t k = 0; k < expected.size(); ++k) {
      EXPECT_NEAR(at(distribution, static_cast<std::int64_t>(k)), expected[k], 1e-15) << p.size();
    }
  }
}

TEST(PoissonBinomial, BlocksJoinToTheSameLaw) {
  for (const int n : {63, 64, 65, 128, 129, 200, 1000}) {
    PoissonBinomialBuilder builder;
    for (const double chance : ramp(n)) builder.add(chance);
    const CountDistribution distribution = builder.finish();
    const std::vector<double> expected = one_by_one(ramp(n));
    for (std::size_t k = 0; k < expected.size(); ++k) {
      EXPECT_NEAR(at(distribution, static_cast<std::int64_t>(k)), expected[k], 1e-15)
          << n << " at " << k;
    }
  }
}

TEST(PoissonBinomial, CountsStandForThatManyPeople) {
  PoissonBinomialBuilder grouped;
  PoissonBinomialBuilder single;
  for (const auto& [p, count] :
       {std::pair{0.02, 7}, {0.3, 100}, {0.31, 23}, {0.6, 24}, {1.0, 5}, {0.0, 9}}) {
    grouped.add(p, count);
    for (int i = 0; i < count; ++i) single.add(p);
  }
  const CountDistribution a = grouped.finish();
  const CountDistribution b = single.finish();
  for (std::int64_t k = 0; k <= 170; ++k) EXPECT_NEAR(at(a, k), at(b, k), 1e-15) << k;
}

TEST(PoissonBinomial, EqualProbabilitiesAreBinomial) {
  for (const double p : {0.003, 0.4, 0.98}) {
    PoissonBinomialBuilder builder;
    for (int i = 0; i < 5000; ++i) builder.add(p);
    const CountDistribution distribution = builder.finish();
    const CountDistribution expected = binomial_distribution(5000, p, 1e-18);
    for (std::int64_t k = 0; k <= 5000; ++k) {
      ASSERT_NEAR(at(distribution, k), at(expected, k), 1e-15) << p << " at " << k;
    }
  }
}

TEST(PoissonBinomial, LargeLawHasTheRightMoments) {
  constexpr int kPeople = 300'000;
  PoissonBinomialBuilder builder;
  double mean = 0;
  double variance = 0;
  for (const double p : ramp(kPeople)) {
    builder.add(p);
    mean += p;
    variance += p * (1 - p);
  }
  const CountDistribution distribution = builder.finish();
  EXPECT_NEAR(distribution.mean(), mean, 1e-7);
  EXPECT_NEAR(distribution.variance() / variance, 1, 1e-9);
  EXPECT_NEAR(
      std::accumulate(distribution.probability.begin(), distribution.probability.end(), 0.0), 1,
      1e-12);
  EXPECT_LT(distribution.probability.size(), 20 * std::sqrt(variance)) << "memory of order sqrt(n)";
}

TEST(PoissonBinomial, ABuilderCanBeUsedAgain) {
  PoissonBinomialBuilder builder;
  EXPECT_EQ(builder.finish().probability, std::vector<double>{1.0});
  builder.add(1, 3);
  builder.add(0.5, 200);
  static_cast<void>(builder.finish());
  builder.add(0.25);
  const CountDistribution distribution = builder.finish();
  EXPECT_EQ(distribution.lowest, 0);
  EXPECT_EQ(distribution.probability, (std::vector<double>{0.75, 0.25}));
}

TEST(PoissonBinomial, RejectsInvalidArguments) {
  PoissonBinomialBuilder builder;
  EXPECT_THROW(builder.add(-0.1), InternalError);
  EXPECT_THROW(builder.add(1.1), InternalError);
  EXPECT_THROW(builder.add(std::nan("")), InternalError);
  EXPECT_THROW(builder.add(0.5, -1), InternalError);
}

}  // namespace
}  // namespace faultline::math
