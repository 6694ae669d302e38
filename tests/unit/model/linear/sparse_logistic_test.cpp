#include "faultline/model/linear/sparse_logistic.hpp"

#include <cmath>
#include <vector>

#include "unit/model/feature_people.hpp"
#include <gtest/gtest.h>

#include "faultline/model/linear/logistic.hpp"
#include "faultline/parallel/for_each.hpp"

namespace faultline::model {
namespace {

using testing::feature_people;
using testing::FeaturePeople;

std::vector<double> fitted(SparseLogistic& logistic, const FeaturePeople& people) {
  logistic.fit({.people = people.everybody, .outcome = people.binary});
  EXPECT_TRUE(logistic.converged());
  std::vector<double> out(people.everybody.size());
  logistic.predict(people.everybody, out);
  return out;
}

// The same regression on a design: its numbers count as standardised too.
std::vector<double> on_design(const FeaturePeople& people, double strength) {
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
  logistic.predict(people.everybody, out);
  return out;
}

TEST(SparseLogistic, IsTheLogisticRegressionOfADesignBothWays) {
  for (const bool words : {false, true}) {
    const FeaturePeople people = feature_people(41, 300, words);
    for (const double strength : {0.01, 1.0, 100.0}) {
      const auto expected = on_design(people, strength);
      for (const int dense_columns : {1000, 0}) {
        SparseLogistic logistic(testing::shared(people), strength, dense_columns);
        const auto out = fitted(logistic, people);
        for (std::size_t i = 0; i < out.size(); ++i) ASSERT_NEAR(out[i], expected[i], 1e-11);
      }
    }
  }
}

// Ten people in three rows, with labels that are shares, count like single people.
TEST(SparseLogistic, WeightsActAsRepeatedPeople) {
  const FeaturePeople people = feature_people(47, 40);
  std::vector<double> weight;
  std::vector<double> positive;
  std::vector<std::int64_t> repeated;
  std::vector<double> ones;
  std::vector<double> labels;
  for (std::size_t i = 0; i < 40; ++i) {
    weight.push_back(static_cast<double>(1 + i % 3));
    positive.push_back(static_cast<double>(i % 2));
    for (std::size_t k = 0; k < 1 + i % 3; ++k) {
      repeated.push_back(static_cast<std::int64_t>(i));
      ones.push_back(1);
      labels.push_back(k == 0 ? static_cast<double>(i % 2) : 0.0);
    }
  }
  SparseLogistic grouped(testing::shared(people), 1);
  grouped.fit(TrainingRows{.weight = weight, .positive = positive});
  SparseLogistic single(testing::shared(people), 1);
  single.fit(TrainingRows{.weight = ones, .positive = labels, .rows = repeated});
  for (std::size_t j = 0; j < grouped.coefficients().size(); ++j) {
    EXPECT_NEAR(grouped.coefficients()[j], single.coefficients()[j], 1e-11);
  }
}

TEST(SparseLogistic, SeparatedOutcomesStayFinite) {
  FeaturePeople people = feature_people(44, 60);
  const std::vector<double> age = people.features.column(0);
  for (std::size_t i = 0; i < age.size(); ++i) people.binary[i] = age[i] > 45 ? 1.0 : 0.0;
  for (const int dense_columns : {1000, 0}) {
    SparseLogistic logistic(testing::shared(people), 0.01, dense_columns);
    const auto out = fitted(logistic, people);
    for (std::size_t i = 0; i < out.size(); ++i) EXPECT_NEAR(out[i], people.binary[i], 0.3);
  }
}

TEST(SparseLogistic, SameBitsOnAnyNumberOfThreads) {
  const FeaturePeople people = feature_people(45, 150, true);
  for (const int dense_columns : {1000, 0}) {
    const auto coefficients = [&](std::int64_t i) {
      SparseLogistic logistic(testing::shared(people), 0.5, dense_columns);
      const auto some = std::span(people.everybody).first(static_cast<std::size_t>(100 + i));
      logistic.fit({.people = some, .outcome = people.binary});
      const auto b = logistic.coefficients();
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
