#include "faultline/model/linear/liblinear_predictor.hpp"

#include <cmath>
#include <vector>

#include "feature_people.hpp"
#include <gtest/gtest.h>

#include "faultline/model/linear/logistic.hpp"
#include "faultline/parallel/for_each.hpp"

namespace faultline::model {
namespace {

using testing::feature_people;
using testing::FeaturePeople;

PredictorOptions with(Penalty penalty, double strength) {
  return {.kind = PredictorKind::logistic, .penalty = penalty, .strength = strength};
}

// The same optimum by Newton's method: its numbers count as standardised too.
std::vector<double> by_newton(const FeaturePeople& people, double strength) {
  Design design(people.features.rows());
  for (int j = 0; j < people.features.columns(); ++j) {
    const Feature& feature = people.features.feature(j);
    design.add(feature.name, people.features.column(j),
               feature.kind == Feature::Kind::number ? ColumnKind::number : ColumnKind::plain);
  }
  const std::vector<double> weight(people.everybody.size(), 1.0);
  Logistic logistic(design, {.ridge = strength});
  logistic.fit({.weight = weight, .positive = people.binary, .people = weight});
  EXPECT_TRUE(logistic.converged());
  std::vector<double> out(people.everybody.size());
  logistic.predict(out);
  for (double& value : out) value = expit(value);
  return out;
}

TEST(LiblinearPredictor, L2ReachesNewtonsOptimum) {
  for (const bool words : {false, true}) {
    const FeaturePeople people = feature_people(41, 300, words);
    for (const double strength : {0.01, 1.0, 100.0}) {
      LiblinearPredictor predictor(people.features, with(Penalty::l2, strength));
      predictor.fit({.people = people.everybody, .outcome = people.binary});
      EXPECT_TRUE(predictor.converged());
      std::vector<double> out(people.everybody.size());
      predictor.predict(people.everybody, out);
      const auto expected = by_newton(people, strength);
      // The intercept's own penalty moves probabilities by up to strength / 1000^2.
      for (std::size_t i = 0; i < out.size(); ++i) ASSERT_NEAR(out[i], expected[i], 1e-6);
    }
  }
}

// Conditions of Karush, Kuhn and Tucker, computed here from dense columns.
TEST(LiblinearPredictor, L1IsOptimal) {
  const FeaturePeople people = feature_people(42, 400, true);
  for (const double strength : {1.0, 5.0, 20.0}) {
    LiblinearPredictor predictor(people.features, with(Penalty::l1, strength));
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

TEST(LiblinearPredictor, TooStrongAPenaltyLeavesTheRate) {
  const FeaturePeople people = feature_people(43, 200);
  double rate = 0;
  for (const double y : people.binary) rate += y / 200;
  LiblinearPredictor predictor(people.features, with(Penalty::l1, 1e4));
  predictor.fit({.people = people.everybody, .outcome = people.binary});
  EXPECT_TRUE(predictor.converged());
  std::vector<double> out(people.everybody.size());
  predictor.predict(people.everybody, out);
  // The intercept's penalty is worth 10 people out of 200 here.
  for (const double value : out) EXPECT_NEAR(value, rate, 0.06);
}

TEST(LiblinearPredictor, SeparatedOutcomesStayFinite) {
  FeaturePeople people = feature_people(44, 60);
  const std::vector<double> age = people.features.column(0);
  for (std::size_t i = 0; i < age.size(); ++i) people.binary[i] = age[i] > 45 ? 1.0 : 0.0;
  for (const Penalty penalty : {Penalty::l1, Penalty::l2}) {
    LiblinearPredictor predictor(people.features, with(penalty, 0.01));
    predictor.fit({.people = people.everybody, .outcome = people.binary});
    EXPECT_TRUE(predictor.converged()) << predictor.violation();
    std::vector<double> out(people.everybody.size());
    predictor.predict(people.everybody, out);
    for (std::size_t i = 0; i < out.size(); ++i) EXPECT_NEAR(out[i], people.binary[i], 0.3);
  }
}

TEST(LiblinearPredictor, SameBitsOnAnyNumberOfThreads) {
  const FeaturePeople people = feature_people(45, 150, true);
  for (const Penalty penalty : {Penalty::l1, Penalty::l2}) {
    const auto coefficients = [&](std::int64_t i) {
      LiblinearPredictor predictor(people.features, with(penalty, 0.5));
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
}

}  // namespace
}  // namespace faultline::model
