#include "faultline/model/linear/logistic.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <vector>

#include "unit/model/random_rows.hpp"
#include <gtest/gtest.h>

#include "faultline/base/error.hpp"
#include "faultline/model/design/log_odds.hpp"

namespace faultline::model {
namespace {

using testing::one_column;
using testing::random_rows;
using testing::Rows;

std::vector<double> fit(const Rows& rows, const LogisticOptions& options = {}) {
  Logistic logistic(rows.design, options);
  logistic.fit(rows.view());
  EXPECT_TRUE(logistic.converged());
  EXPECT_FALSE(logistic.separated());
  return {logistic.coefficients().begin(), logistic.coefficients().end()};
}

void expect_near(const std::vector<double>& actual, const std::vector<double>& expected,
                 double tolerance) {
  ASSERT_EQ(actual.size(), expected.size());
  for (std::size_t j = 0; j < actual.size(); ++j) {
    EXPECT_NEAR(actual[j], expected[j], tolerance) << "column " << j;
  }
}

// The objective as the header states it, minimised by plain gradient descent in long double on
// columns that are standardised explicitly. Slow and simple on purpose.
std::vector<double> by_gradient_descent(const Rows& rows, double ridge, bool standardise) {
  const int p = rows.design.columns();
  const auto n = static_cast<std::size_t>(rows.design.rows());
  const double people = std::accumulate(rows.people.begin(), rows.people.end(), 0.0);
  std::vector<std::vector<long double>> x;
  std::vector<long double> mean(static_cast<std::size_t>(p), 0);
  std::vector<long double> deviation(static_cast<std::size_t>(p), 1);
  std::vector<long double> penalty(static_cast<std::size_t>(p), ridge);
  penalty[0] = 0;
  long double curvature = ridge;
  for (int j = 0; j < p; ++j) {
    const auto k = static_cast<std::size_t>(j);
    const ColumnKind kind = rows.design.column(j).kind;
    x.emplace_back(rows.design.values(j).begin(), rows.design.values(j).end());
    if (kind == ColumnKind::number || kind == ColumnKind::dummy) {
      long double sum = 0;
      long double squares = 0;
      for (std::size_t i = 0; i < n; ++i) sum += rows.people[i] * x[k][i];
      const long double centre = sum / people;
      for (std::size_t i = 0; i < n; ++i) {
        squares += rows.people[i] * (x[k][i] - centre) * (x[k][i] - centre);
      }
      const long double s = std::sqrt(squares / people);
      mean[k] = centre;
      deviation[k] = s;
      // A dummy that is not standardised: penalty on its own scale, same column.
      if (kind == ColumnKind::dummy && !standardise) penalty[k] = ridge / (s * s);
      for (std::size_t i = 0; i < n; ++i) x[k][i] = (x[k][i] - centre) / s;
      curvature = std::max(curvature, penalty[k]);
    }
    for (std::size_t i = 0; i < n; ++i) curvature += rows.weight[i] * x[k][i] * x[k][i] / 4;
  }
  std::vector<long double> b(static_cast<std::size_t>(p), 0);
  std::vector<long double> gradient(b);
  for (int step = 0; step < 200'000; ++step) {
    for (std::size_t j = 0; j < b.size(); ++j) gradient[j] = penalty[j] * b[j];
    for (std::size_t i = 0; i < n; ++i) {
      long double eta = rows.offset.empty() ? 0 : rows.offset[i];
      for (std::size_t j = 0; j < b.size(); ++j) eta += b[j] * x[j][i];
      const long double residual = rows.weight[i] / (1 + std::exp(-eta)) - rows.positive[i];
      for (std::size_t j = 0; j < b.size(); ++j) gradient[j] += residual * x[j][i];
    }
    long double norm = 0;
    for (std::size_t j = 0; j < b.size(); ++j) {
      norm += gradient[j] * gradient[j];
      b[j] -= gradient[j] / curvature;
    }
    if (norm < 1e-26L) break;
  }
  std::vector<double> raw(b.size());
  long double intercept = b[0];
  for (std::size_t j = 1; j < b.size(); ++j) {
    raw[j] = static_cast<double>(b[j] / deviation[j]);
    intercept -= b[j] / deviation[j] * mean[j];
  }
  raw[0] = static_cast<double>(intercept);
  return raw;
}

// 30 of 40 against 10 of 50: the coefficient of the dummy is the log odds ratio.
TEST(Logistic, TwoByTwoTableGivesTheLogOddsRatio) {
  const Rows rows = one_column({0, 1}, ColumnKind::dummy, {50, 40}, {10, 30});
  const auto b = fit(rows, {.ridge = 0});
  EXPECT_NEAR(b[0], std::log(10.0 / 40), 1e-13);
  EXPECT_NEAR(b[1], std::log(30.0 / 10) - std::log(10.0 / 40), 1e-13);
}

TEST(Logistic, SlowGradientDescentFindsTheSameCoefficients) {
  for (const bool standardise : {false, true}) {
    const Rows rows = random_rows(11, 40, true);
    expect_near(fit(rows, {.ridge = 1, .standardise = standardise}),
                by_gradient_descent(rows, 1, standardise), 1e-10);
    expect_near(fit(rows, {.ridge = 0.05, .standardise = standardise}),
                by_gradient_descent(rows, 0.05, standardise), 1e-10);
  }
  const Rows rows = random_rows(12, 60, true);
  expect_near(fit(rows, {.ridge = 0}), by_gradient_descent(rows, 0, false), 1e-9);
}

// A number is penalised in units of its deviation, a plain column as it is.
TEST(Logistic, PlainColumnsKeepTheirScaleAndNumbersLoseIt) {
  const std::vector<double> x{-2, -1, 0.5, 1, 3, 4};
  const std::vector<double> weight{3, 2, 4, 1, 2, 3};
  const std::vector<double> positive{0.5, 1, 1.5, 0.5, 1.8, 2.5};
  std::vector<double> in_cents = x;
  for (double& value : in_cents) value *= 100;
  const auto number = fit(one_column(x, ColumnKind::number, weight, positive));
  const auto cents = fit(one_column(in_cents, ColumnKind::number, weight, positive));
  EXPECT_NEAR(number[1], 100 * cents[1], 1e-13);
  EXPECT_NEAR(number[0], cents[0], 1e-13);
  const Rows plain = one_column(x, ColumnKind::plain, weight, positive);
  expect_near(fit(plain), by_gradient_descent(plain, 1, false), 1e-11);
  EXPECT_GT(std::abs(fit(plain)[1] - number[1]), 1e-3);
}

TEST(Logistic, PeopleAndProfilesAgree) {
  const Rows grouped =
      testing::one_column({0, 1, 2, 5}, ColumnKind::number, {4, 6, 3, 5}, {1, 4, 2, 4});
  Rows profiles = grouped;
  profiles.people = {4, 6, 3, 5};
  std::vector<double> x;
  std::vector<double> label;
  for (std::size_t i = 0; i < 4; ++i) {
    for (int k = 0; k < static_cast<int>(profiles.people[i]); ++k) {
      x.push_back(profiles.design.values(1)[i]);
      label.push_back(k < profiles.positive[i] ? 1 : 0);
    }
  }
  const Rows people = one_column(x, ColumnKind::number, std::vector<double>(x.size(), 1.0), label);
  expect_near(fit(profiles), fit(people), 1e-12);
}

TEST(Logistic, FractionalLabelIsTwoWeightedRecords) {
  const Rows whole =
      one_column({0, 1, 1, 3}, ColumnKind::plain, {2, 1, 2, 1.5}, {0.5, 0.3, 1.6, 1});
  const Rows split =
      one_column({0, 0, 1, 1, 1, 1, 3, 3}, ColumnKind::plain,
                 {0.5, 1.5, 0.3, 0.7, 1.6, 0.4, 1, 0.5}, {0.5, 0, 0.3, 0, 1.6, 0, 1, 0});
  expect_near(fit(whole), fit(split), 1e-13);
}

TEST(Logistic, OffsetActsAsAColumnWithCoefficientOne) {
  Rows rows = random_rows(13, 30, false);
  rng::Stream stream(13, rng::Purpose::test, 1);
  for (int i = 0; i < 30; ++i) rows.offset.push_back(rng::normal(stream));
  expect_near(fit(rows), by_gradient_descent(rows, 1, false), 1e-10);
  // A constant offset moves the intercept alone, and predictions leave it out.
  Rows shifted = random_rows(13, 30, false);
  const auto plain = fit(shifted);
  shifted.offset.assign(30, 2.5);
  auto moved = fit(shifted);
  moved[0] += 2.5;
  expect_near(moved, plain, 1e-12);
}

TEST(Logistic, OrderOfRowsDoesNotMatter) {
  const Rows rows = random_rows(14, 50, true);
  Rows reversed;
  reversed.design = Design(50);
  const auto back = [](std::span<const double> x) {
    return std::vector<double>(x.rbegin(), x.rend());
  };
  for (int j = 1; j < rows.design.columns(); ++j) {
    reversed.design.add(rows.design.column(j).name, back(rows.design.values(j)),
                        rows.design.column(j).kind);
  }
  reversed.weight = back(rows.weight);
  reversed.positive = back(rows.positive);
  reversed.people = back(rows.people);
  for (const bool standardise : {false, true}) {
    expect_near(fit(reversed, {.standardise = standardise}),
                fit(rows, {.standardise = standardise}), 1e-12);
  }
}

TEST(Logistic, PredictsTheLogOddsOfEveryRowAlsoThoseWithoutWeight) {
  Rows rows = random_rows(15, 40, true);
  rows.weight[7] = rows.positive[7] = rows.people[7] = 0;
  Logistic logistic(rows.design, {});
  logistic.fit(rows.view());
  std::vector<double> eta(40);
  logistic.predict_log_odds(eta);
  for (std::size_t i = 0; i < eta.size(); ++i) {
    double expected = 0;
    for (int j = 0; j < rows.design.columns(); ++j) {
      expected += logistic.coefficients()[static_cast<std::size_t>(j)] * rows.design.values(j)[i];
    }
    EXPECT_NEAR(eta[i], expected, 1e-12);
  }
}

TEST(Logistic, RowsWithoutWeightDoNotCount) {
  const Rows small = one_column({0, 1, 2, 4}, ColumnKind::number, {2, 3, 1, 2}, {1, 1, 1, 1.5});
  Rows large = one_column({0, 99, 1, 2, -50, 4}, ColumnKind::number, {2, 0, 3, 1, 0, 2},
                          {1, 0, 1, 1, 0, 1.5});
  large.people = {1, 0, 1, 1, 0, 1};
  expect_near(fit(large), fit(small), 1e-14);
}

TEST(Logistic, StrongRidgeHoldsSlopesAtZeroAndLeavesTheInterceptFree) {
  const auto b = fit(one_column({0, 1}, ColumnKind::dummy, {50, 40}, {10, 30}), {.ridge = 1e12});
  EXPECT_NEAR(b[0], log_odds(40.0 / 90), 1e-9);
  EXPECT_NEAR(b[1], 0, 1e-9);
}

TEST(Logistic, RefitGivesTheSameBitsAsAFreshFit) {
  const Rows first = random_rows(16, 60, true);
  Rows second = first;
  for (std::size_t i = 0; i < second.weight.size(); ++i) {
    second.weight[i] = i % 4 == 0 ? 0 : 1 + static_cast<double>(i % 3);
    second.positive[i] = second.weight[i] * (i % 5 < 2 ? 1 : 0.25);
    if (second.weight[i] == 0) second.people[i] = 0;
  }
  Logistic reused(first.design, {.standardise = true});
  reused.fit(first.view());
  reused.fit(second.view());
  Logistic fresh(first.design, {.standardise = true});
  fresh.fit(second.view());
  std::vector<double> a(60);
  std::vector<double> b(60);
  reused.predict_log_odds(a);
  fresh.predict_log_odds(b);
  EXPECT_EQ(a, b);
  EXPECT_TRUE(std::ranges::equal(reused.coefficients(), fresh.coefficients()));
}

TEST(Logistic, WarmStartEndsAtTheSameCoefficients) {
  const Rows first = random_rows(17, 60, true);
  Rows second = first;
  for (std::size_t i = 0; i < 60; ++i) second.positive[i] = second.weight[i] - second.positive[i];
  Logistic warm(first.design, {.warm_start = true});
  warm.fit(first.view());
  warm.fit(second.view());
  ASSERT_TRUE(warm.converged());
  expect_near({warm.coefficients().begin(), warm.coefficients().end()}, fit(second), 1e-11);
}

TEST(Logistic, ReportNamesColumnsAndSaysHowItWent) {
  const Rows rows = random_rows(18, 40, true);
  Logistic logistic(rows.design, {});
  logistic.fit(rows.view());
  const FitReport report = logistic.report();
  EXPECT_EQ(report.learner, LearnerKind::logistic);
  EXPECT_TRUE(report.converged);
  EXPECT_FALSE(report.separated);
  EXPECT_GT(report.iterations, 1);
  EXPECT_LT(report.gradient_norm, 1e-10);
  EXPECT_TRUE(report.dropped.empty());
  EXPECT_TRUE(report.warnings.empty());
  ASSERT_EQ(report.coefficients.size(), 5U);
  EXPECT_EQ(report.coefficients[0].first, "(intercept)");
  EXPECT_EQ(report.coefficients[1].first, "a=b");
  EXPECT_EQ(report.coefficients[4].first, "z");
  EXPECT_EQ(report.coefficients[4].second, logistic.coefficients()[4]);
}

TEST(Logistic, OptionsAreChecked) {
  EXPECT_THROW(validate(LogisticOptions{.ridge = -1}), ConfigError);
  EXPECT_THROW(validate(LogisticOptions{.ridge = NAN}), ConfigError);
  EXPECT_THROW(validate(LogisticOptions{.max_iterations = 0}), ConfigError);
  EXPECT_THROW(validate(LogisticOptions{.tolerance = 0}), ConfigError);
  const Design design(2);
  EXPECT_THROW(Logistic(design, {.ridge = -1}), ConfigError);
}

}  // namespace
}  // namespace faultline::model
