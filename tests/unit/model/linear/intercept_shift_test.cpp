#include <cmath>
#include <limits>
#include <vector>

#include "unit/model/random_rows.hpp"
#include <gtest/gtest.h>

#include "faultline/base/error.hpp"
#include "faultline/model/linear/logistic.hpp"

namespace faultline::model {
namespace {

TEST(InterceptShift, WithoutOffsetIsTheLogOddsOfTheRate) {
  EXPECT_NEAR(intercept_shift(std::vector<double>{3, 5}, std::vector<double>{1, 1},
                              std::vector<double>{0, 0}),
              std::log(2.0 / 6), 1e-15);
}

TEST(InterceptShift, IsTheInterceptOfALogisticFitOnTheOffset) {
  testing::Rows rows = testing::random_rows(41, 50, true);
  for (std::size_t i = 0; i < 50; ++i) rows.offset.push_back(6 * std::sin(static_cast<double>(i)));
  rows.weight[4] = rows.positive[4] = 0;
  const Design intercept(50);
  Logistic logistic(intercept, {});
  logistic.fit(rows.view());
  EXPECT_NEAR(intercept_shift(rows.weight, rows.positive, rows.offset), logistic.coefficients()[0],
              1e-13);
}

TEST(InterceptShift, OffsetsFarApartStillHaveARoot) {
  const std::vector<double> weight{1, 1, 1};
  const std::vector<double> offset{-400, 0, 300};
  const std::vector<double> positive{0, 1, 0.5};  // one and a half of three
  const double shift = intercept_shift(weight, positive, offset);
  double sum = 0;
  for (const double o : offset) sum += expit(o + shift);
  EXPECT_NEAR(sum, 1.5, 1e-12);
}

TEST(InterceptShift, OneClassHasNoFiniteShift) {
  const std::vector<double> weight{1, 2};
  const std::vector<double> offset{0.3, -1};
  constexpr double kInfinity = std::numeric_limits<double>::infinity();
  EXPECT_EQ(intercept_shift(weight, std::vector<double>{0, 0}, offset), -kInfinity);
  EXPECT_EQ(intercept_shift(weight, weight, offset), kInfinity);
}

TEST(InterceptShift, RefusesWhatItCannotUse) {
  const std::vector<double> none{0, 0};
  EXPECT_THROW((void)intercept_shift(none, none, none), NumericError);
  EXPECT_THROW((void)intercept_shift(std::vector<double>{1, 1}, std::vector<double>{1, 0},
                                     std::vector<double>{INFINITY, 0}),
               NumericError);
  EXPECT_THROW((void)intercept_shift(none, none, std::vector<double>{0}), InternalError);
}

}  // namespace
}  // namespace faultline::model
