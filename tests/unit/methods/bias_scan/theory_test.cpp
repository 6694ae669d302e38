#include "faultline/methods/bias_scan/theory.hpp"

#include <cmath>
#include <limits>
#include <vector>

#include "support/message_of.hpp"
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "faultline/base/error.hpp"

namespace faultline::methods::theory {
namespace {

using faultline::testing::message_of;
using ::testing::HasSubstr;

const std::vector<std::int64_t> kN = {40, 60, 25};
const std::vector<std::int64_t> kY = {10, 33, 20};
const std::vector<double> kP = {0.2, 0.5, 0.9};
const Cells kCells{kN, kY, kP};

double score_at(const Cells& cells, double q) {
  double f = 0;
  for (std::size_t i = 0; i < cells.n.size(); ++i) {
    f += static_cast<double>(cells.y[i]) * std::log(q) -
         static_cast<double>(cells.n[i]) * std::log(1 - cells.p[i] + q * cells.p[i]);
  }
  return f;
}

TEST(Theory, ConstantsAreMaximaOfLemmaTwo) {
  const Constants& c = constants();
  for (double beta = -3; beta < 0; beta += 0.01) {
    EXPECT_LE(profile_mean(beta), c.k1);
    EXPECT_LE(profile_variance(beta), c.k2_squared);
  }
  EXPECT_NEAR(c.k1, 0.2024565, 5e-8);
  EXPECT_NEAR(c.k2_squared, 0.2737092, 5e-8);
  EXPECT_NEAR(c.k2, 0.5231723, 5e-8);
  EXPECT_NEAR(c.beta_k1, -0.612, 1e-4);
  EXPECT_NEAR(c.beta_k2, -0.983, 1e-4);
}

// profile_mean and profile_variance are moments of a censored Gaussian: check them by quadrature.
// gamma = -2 beta (beta - z)
// ... with Z sqrt(p(1-p)) = -2 beta, gamma = 2 beta psi - 2 beta^2 where psi < beta.
TEST(Theory, LemmaTwoIsTheMomentsOfACensoredGaussian) {
  for (const double beta : {-0.3, -0.612, -0.983, -2.0}) {
    double first = 0;
    double second = 0;
    const double step = 1e-4;
    for (double psi = -12 + step / 2; psi < beta; psi += step) {
      const double density = std::exp(-psi * psi / 2) / std::sqrt(2 * std::acos(-1.0));
      const double gamma = 2 * beta * psi - 2 * beta * beta;
      first += gamma * density * step;
      second += gamma * gamma * density * step;
    }
    EXPECT_NEAR(profile_mean(beta), first, 1e-6);
    EXPECT_NEAR(profile_variance(beta), second - first * first, 1e-6);
  }
}

TEST(Theory, CriticalValueGrowsWithProfilesAndConfidence) {
  EXPECT_NEAR(critical_value(10, 0.05), 4.7458, 5e-5);
  EXPECT_NEAR(critical_value(144, 0.01), 43.7587, 5e-5);
  EXPECT_LT(critical_value(10, 0.05), critical_value(11, 0.05));
  EXPECT_LT(critical_value(10, 0.05), critical_value(10, 0.01));
  EXPECT_NEAR(critical_value(100, 0.5), 100 * constants().k1, 1e-12);
  EXPECT_THAT(message_of([] { (void)critical_value(0, 0.05); }),
              HasSubstr("at least one profile, but there are 0"));
  EXPECT_THAT(message_of([] { (void)critical_value(10, 1); }), HasSubstr("alpha is 1"));
  EXPECT_THAT(message_of([] { (void)critical_value(10, std::nan("")); }),
              HasSubstr("alpha is nan"));
}

TEST(Theory, QMleSolvesItsEquationAndMaximises) {
  const double q = q_mle(kCells);
  double expected = 0;
  for (std::size_t i = 0; i < 3; ++i) {
    expected += static_cast<double>(kN[i]) * q * kP[i] / (q * kP[i] + 1 - kP[i]);
  }
  EXPECT_NEAR(expected, 63, 1e-10);
  const double best = score_without_bias(kCells);
  EXPECT_NEAR(best, score_at(kCells, q), 1e-12);
  for (const double other : {0.5 * q, 0.99 * q, 1.01 * q, 2 * q})
    EXPECT_LT(score_at(kCells, other), best);
}

TEST(Theory, OneProfileHasAClosedForm) {
  const std::vector<std::int64_t> n = {50}, y = {10};
  const std::vector<double> p = {0.5};
  EXPECT_NEAR(q_mle({n, y, p}), 0.25, 1e-13);
  EXPECT_NEAR(score_without_bias({n, y, p}), 10 * std::log(0.4) + 40 * std::log(1.6), 1e-11);
}

TEST(Theory, NobodyWithTheEventGivesQZeroAndAFiniteScore) {
  const std::vector<std::int64_t> none = {0, 0, 0};
  const Cells cells{kN, none, kP};
  EXPECT_EQ(q_mle(cells), 0);
  const double expected = -(40 * std::log(0.8) + 60 * std::log(0.5) + 25 * std::log(0.1));
  EXPECT_NEAR(score_without_bias(cells), expected, 1e-10);
  EXPECT_NEAR(limit_score(cells, 1), expected, 1e-10);
  EXPECT_GT(limit_score(cells, 2), limit_score(cells, 1));
  EXPECT_EQ(detectable_delta(cells, expected / 2), 1.0);
  const auto delta = detectable_delta(cells, expected + 5);
  ASSERT_TRUE(delta.has_value());
  EXPECT_NEAR(limit_score(cells, *delta), expected + 5, 1e-9);
}

TEST(Theory, EverybodyWithTheEventHidesEveryBias) {
  const Cells cells{kN, kN, kP};
  EXPECT_TRUE(std::isinf(q_mle(cells)));
  EXPECT_NEAR(score_without_bias(cells),
              -(40 * std::log(0.2) + 60 * std::log(0.5) + 25 * std::log(0.9)), 1e-10);
  EXPECT_EQ(limit_score(cells, 1e6), 0);
  EXPECT_FALSE(detectable_delta(cells, 3).has_value());
}

TEST(Theory, LimitScoreIsTheScoreAtTheBiasedProbabilities) {
  for (const double delta : {1.0, 1.2, 2.0, 10.0}) {
    std::vector<double> biased;
    for (const double p : kP) biased.push_back(delta * p / (delta * p + 1 - p));
    const Cells seen{kN, kY, biased};
    const double direct = q_mle(seen) < 1 ? score_without_bias(seen) : 0;
    EXPECT_NEAR(limit_score(kCells, delta), direct, 1e-10) << delta;
    EXPECT_NEAR(q_mle(seen), q_mle(kCells) / delta, 1e-12) << delta;
  }
}

TEST(Theory, LimitScoreIsZeroBelowQMle) {
  const std::vector<std::int64_t> many = {20, 45, 24};
  const Cells cells{kN, many, kP};
  const double q = q_mle(cells);
  ASSERT_GT(q, 1.5);
  EXPECT_EQ(limit_score(cells, 1), 0);
  EXPECT_EQ(limit_score(cells, 0.999 * q), 0);
  EXPECT_GT(limit_score(cells, 1.1 * q), 0);
  EXPECT_GT(*detectable_delta(cells, 2), q);
}

TEST(Theory, DetectableDeltaInvertsTheLimitScore) {
  double last = 1;
  for (const double h : {0.5, 4.7, 40.0, 230.0}) {
    const auto delta = detectable_delta(kCells, h);
    ASSERT_TRUE(delta.has_value());
    EXPECT_GE(*delta, last);
    EXPECT_NEAR(limit_score(kCells, *delta), h, 1e-9 * h);
    last = *delta;
  }
  EXPECT_EQ(detectable_delta(kCells, -1), 1.0);
  // One person without the event: the score grows by log(Delta) only, and 1,000 is out of a
  // double's reach.
  const std::vector<std::int64_t> n = {1}, y = {0};
  const std::vector<double> p = {0.5};
  EXPECT_FALSE(detectable_delta({n, y, p}, 1'000).has_value());
}

TEST(Theory, NormalisedScoreIsZeroWithoutBiasAndScalesWithTheShare) {
  EXPECT_NEAR(normalised_limit_score(kCells, 1, 0.5), 0, 1e-15);
  const double whole = normalised_limit_score(kCells, 2, 1);
  EXPECT_GT(whole, 0);
  EXPECT_NEAR(normalised_limit_score(kCells, 2, 0.25), whole / 4, 1e-15);
  EXPECT_GT(normalised_limit_score(kCells, 3, 1), whole);
  EXPECT_THAT(message_of([] { (void)normalised_limit_score(kCells, 2, 0); }),
              HasSubstr("share is 0"));
}

TEST(Theory, ProfilesWithoutPeopleChangeNothing) {
  const std::vector<std::int64_t> n = {40, 60, 25, 0}, y = {10, 33, 20, 0};
  const std::vector<double> p = {0.2, 0.5, 0.9, 0.01};
  EXPECT_DOUBLE_EQ(q_mle({n, y, p}), q_mle(kCells));
  EXPECT_DOUBLE_EQ(limit_score({n, y, p}, 2), limit_score(kCells, 2));
}

TEST(Theory, MistakesAreNamed) {
  const std::vector<double> certain = {0.2, 1.0, 0.9};
  const std::vector<std::int64_t> too_many = {10, 61, 20};
  const std::vector<std::int64_t> nobody = {0, 0, 0};
  EXPECT_THAT(message_of([&] { (void)q_mle({kN, kY, certain}); }),
              HasSubstr("profile 2 of the subgroup has probability 1"));
  EXPECT_THAT(message_of([&] { (void)q_mle({kN, too_many, kP}); }),
              HasSubstr("61 events among 60 people"));
  EXPECT_THAT(message_of([&] { (void)q_mle({nobody, nobody, kP}); }), HasSubstr("no people"));
  EXPECT_THAT(message_of([&] { (void)q_mle({kN, kY, std::span(kP).first(2)}); }),
              HasSubstr("3, 3 and 2"));
  EXPECT_THAT(message_of([] { (void)limit_score(kCells, 0.5); }), HasSubstr("Delta is 0.5"));
  EXPECT_THAT(
      message_of([] { (void)limit_score(kCells, std::numeric_limits<double>::infinity()); }),
      HasSubstr("Delta is inf"));
  EXPECT_THAT(message_of([] { (void)detectable_delta(kCells, std::nan("")); }),
              HasSubstr("not a number"));
}

}  // namespace
}  // namespace faultline::methods::theory
