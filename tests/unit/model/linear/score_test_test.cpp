// The score test of a column that a logistic fit lacks: against its formula in a 2 x 2 table, what
// the fit's own columns say is projected out, and columns that add nothing.

#include "faultline/model/linear/score_test.hpp"

#include <cmath>
#include <vector>

#include <gtest/gtest.h>

#include "faultline/model/linear/logistic.hpp"

namespace faultline::model {
namespace {

TEST(ScoreTest, BesideAnInterceptIsPearsonsTestOfATwoByTwoTable) {
  const Design intercept(2);
  const std::vector<double> people = {40, 60};
  const std::vector<double> positive = {10, 30};
  const ScoreTest test(intercept, people, positive, std::vector<double>{0.4, 0.4});
  const double variance = 0.4 * 0.6 * (1 / 40.0 + 1 / 60.0);
  EXPECT_NEAR(test.z(std::vector<double>{0, 1}), (0.5 - 0.25) / std::sqrt(variance), 1e-6);
  EXPECT_NEAR(test.z(std::vector<double>{1, 0}), -(0.5 - 0.25) / std::sqrt(variance), 1e-6);
  EXPECT_EQ(test.z(std::vector<double>{1, 1}), 0);
}

TEST(ScoreTest, ProjectsOutWhatTheFitHas) {
  // One positive of two at every x but the last two, where both are: nothing linear.
  Design design(6);
  const std::vector<double> x = {0, 1, 2, 3, 4, 5};
  design.add("x", x);
  const std::vector<double> people(6, 40.0);
  const std::vector<double> positive = {20, 4, 20, 20, 36, 20};
  Logistic model(design, {.ridge = 0});
  model.fit({.weight = people, .positive = positive, .people = people});
  std::vector<double> probability(6);
  model.predict_log_odds(probability);
  for (double& p : probability) p = 1 / (1 + std::exp(-p));
  const ScoreTest test(design, people, positive, probability);
  const std::vector<double> step = {0, 0, 0, 0, 1, 1};
  std::vector<double> shifted;
  for (std::size_t i = 0; i < x.size(); ++i) shifted.push_back(step[i] + 3 * x[i] - 7);
  EXPECT_GT(std::abs(test.z(step)), 0.5);
  EXPECT_NEAR(test.z(shifted), test.z(step), 1e-5);
}

}  // namespace
}  // namespace faultline::model
