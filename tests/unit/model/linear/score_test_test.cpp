// The score test of steps that a logistic fit lacks: against a 2 x 2 table, against its formula,
// and steps that the fit's own columns determine.

#include "faultline/model/linear/score_test.hpp"

#include <cmath>
#include <cstdint>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "faultline/model/linear/logistic.hpp"

namespace faultline::model {
namespace {

using ::testing::ElementsAre;
using ::testing::SizeIs;

TEST(ScoreTest, BesideAnInterceptIsPearsonsTestOfATwoByTwoTable) {
  const Design intercept(2);
  const std::vector<double> people = {40, 60};
  const std::vector<double> positive = {10, 30};
  const ScoreTest test(intercept, people, positive, std::vector<double>{0.4, 0.4});
  const double variance = 0.4 * 0.6 * (1 / 40.0 + 1 / 60.0);
  const double z = (0.5 - 0.25) / std::sqrt(variance);
  // The first step is everybody, as the intercept is.
  EXPECT_THAT(test.z_of_steps(std::vector<std::int32_t>{1, 2}, 2),
              ElementsAre(0, ::testing::DoubleNear(z, 1e-6)));
  EXPECT_THAT(test.z_of_steps(std::vector<std::int32_t>{1, 0}, 1),
              ElementsAre(::testing::DoubleNear(-z, 1e-6)));
}

/// A fit on x with something in it that no line follows.
struct Fit {
  std::vector<double> x = {0, 1, 2, 3, 4, 5};
  std::vector<double> people = std::vector<double>(6, 40.0);
  std::vector<double> positive = {20, 4, 20, 20, 36, 20};
  Design design{6};
  std::vector<double> probability = std::vector<double>(6);

  Fit() {
    design.add("x", x);
    Logistic model(design, {.ridge = 0});
    model.fit({.weight = people, .positive = positive, .people = people});
    model.predict_log_odds(probability);
    for (double& p : probability) p = 1 / (1 + std::exp(-p));
  }
};

TEST(ScoreTest, IsTheFormulaForEveryStep) {
  const Fit fit;
  const ScoreTest test(fit.design, fit.people, fit.positive, fit.probability);
  const std::vector<std::int32_t> level = {0, 2, 1, 3, 0, 3};
  const std::vector<double> z = test.z_of_steps(level, 3);
  ASSERT_THAT(z, SizeIs(3));
  for (std::size_t step = 1; step <= 3; ++step) {
    // Sums of v, v x, v x^2 over everybody, and of v, v x, r over the step.
    double s0 = 0, s1 = 0, s2 = 0, t0 = 0, t1 = 0, r = 0;
    for (std::size_t i = 0; i < 6; ++i) {
      const double p = fit.probability[i];
      const double v = fit.people[i] * p * (1 - p);
      s0 += v;
      s1 += v * fit.x[i];
      s2 += v * fit.x[i] * fit.x[i];
      if (level[i] < static_cast<std::int32_t>(step)) continue;
      t0 += v;
      t1 += v * fit.x[i];
      r += fit.positive[i] - fit.people[i] * p;
    }
    const double explained = (t0 * t0 * s2 - 2 * t0 * t1 * s1 + t1 * t1 * s0) / (s0 * s2 - s1 * s1);
    EXPECT_NEAR(z[step - 1], r / std::sqrt(t0 - explained), 1e-6) << step;
  }
}

TEST(ScoreTest, IsNothingForWhatTheFitDetermines) {
  Fit fit;
  fit.design.add("half", std::vector<double>{0, 0, 0, 1, 1, 1});
  const ScoreTest test(fit.design, fit.people, fit.positive, fit.probability);
  EXPECT_THAT(test.z_of_steps(std::vector<std::int32_t>{0, 0, 0, 1, 1, 1}, 1), ElementsAre(0));
}

}  // namespace
}  // namespace faultline::model
