#include "faultline/model/linear/linear.hpp"

#include <cmath>
#include <vector>

#include "unit/model/random_rows.hpp"
#include <gtest/gtest.h>

#include "faultline/base/error.hpp"

namespace faultline::model {
namespace {

Design with_column(const std::vector<double>& x) {
  Design design(std::ssize(x));
  design.add("x", x);
  return design;
}

// Weighted means 2 and 3; sum w dx dy = 6, sum w dx^2 = 6 over weights 1, 2, 1.
TEST(Linear, OneColumnByHand) {
  const Design design = with_column({0, 2, 4});
  const std::vector<double> weight{1, 2, 1};
  const std::vector<double> label{1, 3, 5};
  auto b = fit_linear(design, weight, label, 0);
  EXPECT_NEAR(b[0], 1, 1e-14);
  EXPECT_NEAR(b[1], 1, 1e-14);
  b = fit_linear(design, weight, label, 8);  // 8 / (8 + 8)
  EXPECT_NEAR(b[1], 0.5, 1e-14);
  EXPECT_NEAR(b[0], 3 - 0.5 * 2, 1e-14);
  const auto predicted = predict_linear(design, b);
  EXPECT_NEAR(predicted[2], 4, 1e-14);
}

// At the optimum the normal equations hold.
TEST(Linear, GradientIsZeroAtTheSolution) {
  const testing::Rows rows = testing::random_rows(51, 60, true);
  for (const double alpha : {0.0, 0.3, 20.0}) {
    const auto b = fit_linear(rows.design, rows.weight, rows.positive, alpha);
    const auto predicted = predict_linear(rows.design, b);
    for (int j = 0; j < rows.design.columns(); ++j) {
      double gradient = j == 0 ? 0 : alpha * b[static_cast<std::size_t>(j)];
      for (std::size_t i = 0; i < predicted.size(); ++i) {
        gradient += rows.weight[i] * rows.design.values(j)[i] * (predicted[i] - rows.positive[i]);
      }
      EXPECT_NEAR(gradient, 0, 1e-9) << "alpha " << alpha << ", column " << j;
    }
  }
}

TEST(Linear, TwoEqualColumnsShareAndConstantOnesGetNothing) {
  Design design(4);
  const std::vector<double> x{0.1, 0.5, 0.7, 1.3};
  design.add("x", x);
  design.add("again", x);
  design.add("constant", std::vector<double>(4, 0.3));
  const auto b = fit_linear(design, std::vector<double>{1, 2, 3, 4},
                            std::vector<double>{0.2, 1.0, 1.4, 2.6}, 0);
  EXPECT_NEAR(b[1], 1, 1e-12);
  EXPECT_NEAR(b[2], 1, 1e-12);
  EXPECT_EQ(b[3], 0);
  EXPECT_NEAR(b[0], 0, 1e-12);
}

TEST(Linear, InterceptAloneIsTheWeightedMean) {
  const auto b = fit_linear(Design(2), std::vector<double>{1, 3}, std::vector<double>{0, 1}, 5);
  ASSERT_EQ(b.size(), 1U);
  EXPECT_NEAR(b[0], 0.75, 1e-15);
}

TEST(Linear, RefusesNoWeightWrongLengthsAndNegativeRidge) {
  const Design design = with_column({1, 2});
  const std::vector<double> label{0, 1};
  EXPECT_THROW((void)fit_linear(design, std::vector<double>{0, 0}, label, 0), NumericError);
  EXPECT_THROW((void)fit_linear(design, std::vector<double>{1}, label, 0), InternalError);
  EXPECT_THROW((void)fit_linear(design, label, label, -1), ConfigError);
  EXPECT_THROW((void)predict_linear(design, std::vector<double>{1}), InternalError);
}

}  // namespace
}  // namespace faultline::model
