// Separation, columns that cannot be estimated, one row, nothing at all, extreme numbers.

#include <cmath>
#include <vector>

#include "unit/model/random_rows.hpp"
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "faultline/base/error.hpp"
#include "faultline/model/linear/logistic.hpp"

namespace faultline::model {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using testing::one_column;
using testing::random_rows;
using testing::Rows;

void expect_finite(const Logistic& logistic) {
  for (const double b : logistic.coefficients()) EXPECT_TRUE(std::isfinite(b));
}

TEST(LogisticSeparation, IsFoundWithoutARidgeAndGoneWithOne) {
  // Both people with x = 1 reoffended; the others are mixed.
  const Rows rows = one_column({0, 1}, ColumnKind::dummy, {50, 2}, {20, 2});
  Logistic without(rows.design, {.ridge = 0});
  without.fit(rows.view());
  EXPECT_TRUE(without.separated());
  EXPECT_FALSE(without.converged());
  expect_finite(without);
  EXPECT_GT(without.coefficients()[1], 15);
  EXPECT_NEAR(without.coefficients()[0], std::log(20.0 / 30), 1e-8);
  EXPECT_THAT(texts(without.report().warnings), ElementsAre(HasSubstr("separated")));
  Logistic with(rows.design, {.ridge = 1});
  with.fit(rows.view());
  EXPECT_FALSE(with.separated());
  EXPECT_TRUE(with.converged());
  EXPECT_LT(with.coefficients()[1], 3);
}

TEST(LogisticSeparation, OfTheReferenceLevelIsFound) {
  // The direction is not a column's: the reference level alone has no positives.
  Rows rows;
  rows.design = Design(6);
  rows.design.add(testing::attribute("a", 3), std::vector<data::Code>{0, 1, 2, 0, 1, 2});
  rows.design.add(testing::attribute("b", 2), std::vector<data::Code>{0, 0, 0, 1, 1, 1});
  rows.weight = {300, 500, 20, 400, 100, 30};
  rows.positive = {0, 250, 5, 0, 70, 10};
  rows.people = rows.weight;
  Logistic logistic(rows.design, {.ridge = 0});
  logistic.fit(rows.view());
  EXPECT_TRUE(logistic.separated());
  expect_finite(logistic);
}

TEST(LogisticSeparation, ByANumberIsFoundAtAnyWeight) {
  for (const double w : {1e-3, 1.0, 1e6}) {
    const Rows rows = one_column({1, 2, 3, 4}, ColumnKind::number, {w, w, w, w}, {0, 0, w, w});
    Logistic logistic(rows.design, {.ridge = 0});
    logistic.fit(rows.view());
    EXPECT_TRUE(logistic.separated()) << w;
    expect_finite(logistic);
  }
}

TEST(LogisticSeparation, RareEventsAndFarOutliersAreNotSeparated) {
  const Rows rare = one_column({0, 1}, ColumnKind::dummy, {1e6, 1e6}, {1, 3});
  Logistic logistic(rare.design, {.ridge = 0});
  logistic.fit(rare.view());
  EXPECT_FALSE(logistic.separated());
  EXPECT_NEAR(logistic.coefficients()[1], std::log(3 / (1e6 - 3)) - std::log(1 / (1e6 - 1)), 1e-7);
  // Log-odds beyond 40 at the outlier, yet the fit is finite.
  const Rows outlier = one_column({-1, -0.5, 0.5, 1, 50}, ColumnKind::plain,
                                  {100, 100, 100, 100, 1}, {27, 38, 62, 73, 1});
  Logistic far(outlier.design, {.ridge = 0});
  far.fit(outlier.view());
  EXPECT_TRUE(far.converged());
  EXPECT_FALSE(far.separated());
  EXPECT_NEAR(far.coefficients()[1], 1, 0.02);
}

TEST(LogisticSeparation, OneClassOnlyEndsFarOutWithASentence) {
  for (const double ridge : {0.0, 1.0}) {
    const Rows rows = one_column({0, 1}, ColumnKind::dummy, {5, 4}, {0, 0});
    Logistic logistic(rows.design, {.ridge = ridge});
    logistic.fit(rows.view());
    EXPECT_TRUE(logistic.separated());
    expect_finite(logistic);
    std::vector<double> eta(2);
    logistic.predict_log_odds(eta);
    EXPECT_LT(eta[0], -15);
    EXPECT_THAT(texts(logistic.report().warnings), ElementsAre(HasSubstr("Every label is 0")));
  }
}

TEST(LogisticColumns, ConstantOverTheTrainingRowsAreDropped) {
  Rows rows;
  rows.design = Design(5);
  rows.design.add(testing::attribute("a", 3), std::vector<data::Code>{0, 1, 0, 1, 2});
  rows.design.add("z", std::vector<double>{7, 7, 7, 7, 8});
  rows.weight = {10, 20, 5, 5, 0};
  rows.positive = {3, 15, 2, 3, 0};
  rows.people = {10, 20, 5, 5, 0};
  for (const double ridge : {0.0, 1.0}) {
    Logistic logistic(rows.design, {.ridge = ridge, .standardise = true});
    logistic.fit(rows.view());
    EXPECT_TRUE(logistic.converged());
    EXPECT_THAT(logistic.report().dropped, ElementsAre("a=c", "z"));
    EXPECT_EQ(logistic.coefficients()[2], 0);
    EXPECT_EQ(logistic.coefficients()[3], 0);
    if (ridge == 0) {
      EXPECT_NEAR(logistic.coefficients()[1], std::log(18.0 / 7) - std::log(5.0 / 10), 1e-12);
    }
  }
}

TEST(LogisticColumns, DependentOnesAreDroppedWithoutARidge) {
  Rows rows;
  rows.design = Design(4);
  const std::vector<data::Code> codes{0, 1, 0, 1};
  rows.design.add(testing::attribute("a", 2), codes);
  rows.design.add(testing::attribute("copy", 2), codes);
  rows.design.add("z", std::vector<double>{1, 2, 3, 5});
  rows.design.add("sum", std::vector<double>{1, 3, 3, 6});  // z + a
  rows.weight = rows.people = {10, 20, 15, 25};
  rows.positive = {3, 15, 8, 14};
  Logistic logistic(rows.design, {.ridge = 0});
  logistic.fit(rows.view());
  EXPECT_TRUE(logistic.converged());
  EXPECT_THAT(logistic.report().dropped, ElementsAre("copy=b", "sum"));
  EXPECT_EQ(logistic.report().warnings.size(), 2U);
  expect_finite(logistic);
  Logistic ridge(rows.design, {.ridge = 1});
  ridge.fit(rows.view());
  EXPECT_TRUE(ridge.converged());
  EXPECT_TRUE(ridge.report().dropped.empty());
  EXPECT_NEAR(ridge.coefficients()[1], ridge.coefficients()[2], 1e-12);  // the ridge shares
}

TEST(LogisticExtremes, OneRow) {
  const Rows rows = one_column({3}, ColumnKind::number, {8}, {6});
  for (const double ridge : {0.0, 1.0}) {
    Logistic logistic(rows.design, {.ridge = ridge});
    logistic.fit(rows.view());
    EXPECT_TRUE(logistic.converged());
    EXPECT_NEAR(logistic.coefficients()[0], std::log(3.0), 1e-13);
    EXPECT_EQ(logistic.coefficients()[1], 0);
  }
}

TEST(LogisticExtremes, NoWeightIsAnError) {
  const Rows rows = one_column({3, 4}, ColumnKind::number, {0, 0}, {0, 0});
  Logistic logistic(rows.design, {});
  EXPECT_THROW(logistic.fit(rows.view()), NumericError);
  const Rows nobody = one_column({}, ColumnKind::number, {}, {});
  Logistic empty(nobody.design, {});
  EXPECT_THROW(empty.fit(nobody.view()), NumericError);
  std::vector<double> eta(2);
  EXPECT_THROW(logistic.predict_log_odds(eta), InternalError);
}

TEST(LogisticExtremes, WrongLengthsAreOurOwnError) {
  const Rows rows = one_column({3, 4}, ColumnKind::number, {1, 1, 1}, {0, 1, 0});
  Logistic logistic(rows.design, {});
  EXPECT_THROW(logistic.fit(rows.view()), InternalError);
}

// Years have a large mean and a small spread; incomes are large and skewed.
TEST(LogisticExtremes, NumbersFarFromZeroFitAsWellAsCentredOnes) {
  const Rows rows = random_rows(21, 80, true);
  Rows moved = rows;
  moved.design = Design(80);
  for (int j = 1; j < rows.design.columns(); ++j) {
    std::vector<double> x(rows.design.values(j).begin(), rows.design.values(j).end());
    if (rows.design.column(j).kind == ColumnKind::number) {
      for (double& value : x) value = 1e6 + 1e-3 * value;
    }
    moved.design.add(rows.design.column(j).name, x, rows.design.column(j).kind);
  }
  Logistic a(rows.design, {});
  Logistic b(moved.design, {});
  a.fit(rows.view());
  b.fit(moved.view());
  ASSERT_TRUE(b.converged());
  std::vector<double> eta_a(80);
  std::vector<double> eta_b(80);
  a.predict_log_odds(eta_a);
  b.predict_log_odds(eta_b);
  for (std::size_t i = 0; i < 80; ++i) EXPECT_NEAR(eta_a[i], eta_b[i], 1e-6);
}

// A first Newton step that overshoots: rare positives that one column predicts almost perfectly.
TEST(LogisticExtremes, StepsAreHalvedWhereTheyOvershoot) {
  const Rows rows = one_column({0, 1}, ColumnKind::dummy, {1e5, 200}, {10, 199});
  for (const double ridge : {0.0, 1e-6}) {
    Logistic logistic(rows.design, {.ridge = ridge});
    logistic.fit(rows.view());
    EXPECT_TRUE(logistic.converged());
    EXPECT_NEAR(logistic.coefficients()[0], std::log(10 / (1e5 - 10)), 1e-5);
    EXPECT_NEAR(logistic.coefficients()[1], std::log(199.0) - std::log(10 / (1e5 - 10)), 1e-3);
  }
}

}  // namespace
}  // namespace faultline::model
