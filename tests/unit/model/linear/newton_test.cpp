#include "faultline/model/linear/newton.hpp"

#include <cmath>

#include <gtest/gtest.h>

namespace faultline::model {
namespace {

// One coefficient of a convex function with these derivatives.
struct OneDimension final : NewtonProblem {
  double (*value)(double);
  double (*first)(double);
  double (*second)(double);
  double point = 0, trial = 0, step = 0, gradient = 0, curvature = 0;
  int derivatives = 0;

  OneDimension(double start, double (*f)(double), double (*f1)(double), double (*f2)(double))
      : value(f), first(f1), second(f2), point(start), trial(start) {
    differentiate();
  }
  bool solve() override {
    if (!(curvature > 0)) return false;
    step = -gradient / curvature;
    return true;
  }
  double try_step(double length) override {
    trial = point + length * step;
    return std::abs(trial - point);
  }
  void differentiate() override {
    ++derivatives;
    gradient = first(trial);
    curvature = second(trial);
  }
  [[nodiscard]] double norm() const override { return std::abs(gradient); }
  [[nodiscard]] double slope() const override { return gradient * step; }
  [[nodiscard]] double value_at_point() const override { return value(point); }
  [[nodiscard]] double value_at_trial() const override { return value(trial); }
  void accept() override { point = trial; }
};

OneDimension parabola() {
  return {3, [](double x) { return (x - 1) * (x - 1); }, [](double x) { return 2 * (x - 1); },
          [](double) { return 2.0; }};
}

TEST(Newton, AParabolaTakesOneStepAndOneMore) {
  OneDimension problem = parabola();
  const NewtonEnd end = minimise(problem, {});
  EXPECT_TRUE(end.converged);
  EXPECT_EQ(end.iterations, 1);
  EXPECT_EQ(problem.point, 1);
}

TEST(Newton, AShortStepIsTheLastWhereThatIsTheRule) {
  OneDimension problem = parabola();
  problem.point = problem.trial = 1 + 1e-7;
  problem.differentiate();
  const int before = problem.derivatives;
  const NewtonEnd end = minimise(problem, {.tolerance = 1e-12, .last_step = 1e-6});
  EXPECT_TRUE(end.converged);
  EXPECT_EQ(end.iterations, 0);
  EXPECT_EQ(problem.derivatives, before);
  EXPECT_NEAR(problem.point, 1, 1e-15);
}

// sqrt(1 + x^2): from 2, full Newton steps go to -8, 512, ... and never come back.
TEST(Newton, StepsAreShortenedUntilTheObjectiveFalls) {
  OneDimension problem(
      2, [](double x) { return std::sqrt(1 + x * x); },
      [](double x) { return x / std::sqrt(1 + x * x); },
      [](double x) { return std::pow(1 + x * x, -1.5); });
  const NewtonEnd end = minimise(problem, {});
  EXPECT_TRUE(end.converged);
  EXPECT_NEAR(problem.point, 0, 1e-12);
}

TEST(Newton, NoStepIsLongerThanAllowed) {
  OneDimension problem = parabola();
  problem.point = problem.trial = 21;
  problem.differentiate();
  const NewtonEnd end = minimise(problem, {.largest_change = 5});
  EXPECT_EQ(end.iterations, 4);  // of length 5
  EXPECT_EQ(problem.point, 1);
}

// log(1 + e^-x) has its infimum at infinity: steps stay about 1 long while the gradient vanishes.
TEST(Newton, AnInfimumAtInfinityIsSeparation) {
  OneDimension problem(
      0, [](double x) { return std::log1p(std::exp(-x)); },
      [](double x) { return -1 / (1 + std::exp(x)); },
      [](double x) { return 1 / (2 + std::exp(x) + std::exp(-x)); });
  const NewtonEnd end = minimise(problem, {});
  EXPECT_TRUE(end.separated);
  EXPECT_FALSE(end.converged);
  EXPECT_GT(problem.point, 20);
}

TEST(Newton, GivesUpAfterItsIterations) {
  OneDimension problem = parabola();
  problem.point = problem.trial = 100;
  problem.differentiate();
  const NewtonEnd end = minimise(problem, {.max_iterations = 3});
  EXPECT_FALSE(end.converged);
  EXPECT_FALSE(end.separated);
  EXPECT_EQ(end.iterations, 3);
  EXPECT_EQ(problem.point, 85);
}

}  // namespace
}  // namespace faultline::model
