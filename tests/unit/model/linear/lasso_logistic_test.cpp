#include "faultline/model/linear/lasso_logistic.hpp"

#include <cmath>
#include <vector>

#include "unit/model/feature_people.hpp"
#include <gtest/gtest.h>

#include "faultline/base/error.hpp"
#include "faultline/parallel/for_each.hpp"

namespace faultline::model {
namespace {

using testing::feature_people;
using testing::FeaturePeople;

// Conditions of Karush, Kuhn and Tucker, computed here from dense columns.
TEST(LassoLogistic, L1IsOptimal) {
  const FeaturePeople people = feature_people(42, 400, true);
  for (const double strength : {1.0, 5.0, 20.0}) {
    LassoLogistic predictor(testing::shared(people), strength);
    predictor.fit({.people = people.everybody, .outcome = people.binary});
    EXPECT_TRUE(predictor.converged()) << predictor.violation();
    std::vector<double> p(people.everybody.size());
    predictor.predict(people.everybody, p);
    double total = 0;
    for (std::size_t i = 0; i < p.size(); ++i) total += p[i] - people.binary[i];
    EXPECT_NEAR(total, 0, strength / kInterceptValue + 2e-3);
    int zeros = 0;
    for (int j = 0; j < people.features.columns(); ++j) {
      std::vector<double> x = people.features.column(j);
      if (people.features.feature(j).kind == Feature::Kind::number) {
        double mean = 0;
        double squares = 0;
        for (const double value : x) mean += value / 400;
        for (const double value : x) squares += (value - mean) * (value - mean) / 400;
        for (double& value : x) value = (value - mean) / std::sqrt(squares);
      }
      double slope = 0;
      for (std::size_t i = 0; i < p.size(); ++i) slope += x[i] * (p[i] - people.binary[i]);
      const double b = predictor.coefficients()[static_cast<std::size_t>(j)];
      if (b == 0) {
        EXPECT_LE(std::abs(slope), strength + 2e-3);
        ++zeros;
      } else {
        EXPECT_NEAR(slope, b > 0 ? -strength : strength, 2e-3);
      }
    }
    EXPECT_GE(zeros, strength == 20 ? 4 : 0);
  }
}

TEST(LassoLogistic, TooStrongAPenaltyLeavesTheRate) {
  const FeaturePeople people = feature_people(43, 200);
  double rate = 0;
  for (const double y : people.binary) rate += y / 200;
  LassoLogistic predictor(testing::shared(people), 1e4);
  predictor.fit({.people = people.everybody, .outcome = people.binary});
  EXPECT_TRUE(predictor.converged());
  std::vector<double> out(people.everybody.size());
  predictor.predict(people.everybody, out);
  // The intercept's penalty is worth 10 people out of 200 here.
  for (const double value : out) EXPECT_NEAR(value, rate, 0.06);
}

TEST(LassoLogistic, SeparatedOutcomesStayFinite) {
  FeaturePeople people = feature_people(44, 60);
  const std::vector<double> age = people.features.column(0);
  for (std::size_t i = 0; i < age.size(); ++i) people.binary[i] = age[i] > 45 ? 1.0 : 0.0;
  LassoLogistic predictor(testing::shared(people), 0.01);
  predictor.fit({.people = people.everybody, .outcome = people.binary});
  EXPECT_TRUE(predictor.converged()) << predictor.violation();
  std::vector<double> out(people.everybody.size());
  predictor.predict(people.everybody, out);
  for (std::size_t i = 0; i < out.size(); ++i) EXPECT_NEAR(out[i], people.binary[i], 0.3);
}

TEST(LassoLogistic, SameBitsOnAnyNumberOfThreads) {
  const FeaturePeople people = feature_people(45, 150, true);
  const auto coefficients = [&](std::int64_t i) {
    LassoLogistic predictor(testing::shared(people), 0.5);
    const auto some = std::span(people.everybody).first(static_cast<std::size_t>(100 + i));
    predictor.fit({.people = some, .outcome = people.binary});
    const auto b = predictor.coefficients();
    return std::vector<double>(b.begin(), b.end());
  };
  std::vector<std::vector<double>> expected;
  for (std::int64_t i = 0; i < 16; ++i) expected.push_back(coefficients(i));
  std::vector<std::vector<double>> out(16);
  parallel::for_each(16, 4,
                     [&](std::int64_t i) { out[static_cast<std::size_t>(i)] = coefficients(i); });
  EXPECT_EQ(out, expected);
}

TEST(LassoLogistic, RefusesWhatLiblinearCannot) {
  const FeaturePeople people = feature_people(46, 20);
  LassoLogistic predictor(testing::shared(people), 1);
  const std::vector<double> two(20, 2.0);
  EXPECT_THROW(predictor.fit({.weight = two, .positive = people.binary}), InternalError);
  const std::vector<double> one(20, 1.0);
  const std::vector<double> half(20, 0.5);
  EXPECT_THROW(predictor.fit({.weight = one, .positive = half}), InternalError);
}

}  // namespace
}  // namespace faultline::model
