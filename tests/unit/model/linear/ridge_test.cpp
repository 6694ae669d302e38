#include "faultline/model/linear/ridge.hpp"

#include <cmath>
#include <vector>

#include "unit/model/feature_people.hpp"
#include <gtest/gtest.h>

#include "faultline/model/design/design.hpp"
#include "faultline/model/linear/linear.hpp"

namespace faultline::model {
namespace {

using testing::feature_people;
using testing::FeaturePeople;

// All columns in a design, numbers standardised by hand.
std::vector<double> by_fit_linear(const FeaturePeople& people, double strength) {
  const auto n = static_cast<double>(people.everybody.size());
  Design design(people.features.rows());
  for (int j = 0; j < people.features.columns(); ++j) {
    std::vector<double> x = people.features.column(j);
    if (people.features.feature(j).kind == Feature::Kind::number) {
      double mean = 0;
      double squares = 0;
      for (const double value : x) mean += value / n;
      for (const double value : x) squares += (value - mean) * (value - mean) / n;
      for (double& value : x) value = (value - mean) / std::sqrt(squares);
    }
    design.add(people.features.feature(j).name, x);
  }
  const std::vector<double> weight(people.everybody.size(), 1.0);
  return predict_linear(design, fit_linear(design, weight, people.number, strength));
}

TEST(Ridge, EqualsLeastSquaresBothWays) {
  const FeaturePeople people = feature_people(21, 150, true);
  for (const double strength : {0.01, 1.0, 300.0}) {
    const auto expected = by_fit_linear(people, strength);
    for (const int dense_columns : {1000, 0}) {
      Ridge ridge(testing::shared(people), strength, dense_columns);
      ridge.fit({.people = people.everybody, .outcome = people.number});
      EXPECT_TRUE(ridge.converged());
      std::vector<double> out(expected.size());
      ridge.predict(people.everybody, out);
      for (std::size_t i = 0; i < out.size(); ++i) ASSERT_NEAR(out[i], expected[i], 1e-6);
    }
  }
}

TEST(Ridge, AConstantNumberHasNoPart) {
  FeaturePeople people = feature_people(22, 50);
  const std::vector<double> constant(50, 0.1);
  Ridge without(testing::shared(people), 1);
  without.fit({.people = people.everybody, .outcome = people.number});
  std::vector<double> expected(50);
  without.predict(people.everybody, expected);
  people.features.add("constant", constant);
  Ridge with(testing::shared(people), 1);
  with.fit({.people = people.everybody, .outcome = people.number});
  std::vector<double> out(50);
  with.predict(people.everybody, out);
  for (std::size_t i = 0; i < out.size(); ++i) EXPECT_NEAR(out[i], expected[i], 1e-8);
}

}  // namespace
}  // namespace faultline::model
