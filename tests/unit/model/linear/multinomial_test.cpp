#include "faultline/model/linear/multinomial.hpp"

#include <cmath>
#include <cstdint>
#include <string>
#include <vector>

#include "unit/model/random_rows.hpp"
#include <gtest/gtest.h>

#include "faultline/base/error.hpp"
#include "faultline/model/linear/logistic.hpp"

namespace faultline::model {
namespace {

using testing::Rows;

const std::vector<std::string> kThree{"red", "green", "blue"};

struct Classified {
  Design design{0};
  std::vector<double> weight{};  // rows x 3
};

// Three classes that depend on an attribute and two numbers of different scale.
Classified classified(std::uint64_t seed, int n) {
  rng::Stream stream(seed, rng::Purpose::test, 0);
  Classified data;
  std::vector<data::Code> a;
  std::vector<double> x;
  std::vector<double> z;
  for (int i = 0; i < n; ++i) {
    a.push_back(static_cast<data::Code>(rng::below(stream, 3)));
    x.push_back(rng::normal(stream));
    z.push_back(1000 + 50 * rng::normal(stream));
    const double green = std::exp(0.5 * x.back() - 0.4 * (a.back() == 1));
    const double blue = std::exp(-0.3 - 0.01 * (z.back() - 1000));
    const double u = rng::uniform(stream) * (1 + green + blue);
    const int k = u < 1 ? 0 : u < 1 + green ? 1 : 2;
    for (int c = 0; c < 3; ++c) {
      data.weight.push_back(c == k ? 1 + static_cast<double>(rng::below(stream, 3)) : 0);
    }
  }
  data.design = Design(n);
  data.design.add(testing::attribute("a", 3), a);
  data.design.add("x", x);
  data.design.add("z", z);
  return data;
}

std::vector<double> predicted(const Multinomial& model, const Design& design) {
  std::vector<double> p(static_cast<std::size_t>(design.rows() * model.classes()));
  model.predict(design, p);
  return p;
}

// sum_i x_ij (w_i p_ik - w_ik) for every class and column.
std::vector<double> scores(const Classified& data, const std::vector<double>& p) {
  std::vector<double> result;
  for (int j = 0; j < data.design.columns(); ++j) {
    const auto x = data.design.values(j);
    for (std::size_t k = 0; k < 3; ++k) {
      double sum = 0;
      for (std::size_t i = 0; i < x.size(); ++i) {
        const double total = data.weight[3 * i] + data.weight[3 * i + 1] + data.weight[3 * i + 2];
        sum += x[i] * (total * p[3 * i + k] - data.weight[3 * i + k]);
      }
      result.push_back(sum);
    }
  }
  return result;
}

TEST(Multinomial, ScoreEquationsHoldAndFrequenciesArePredictedMeans) {
  const Classified data = classified(71, 500);
  Multinomial model(kThree);
  model.fit(data.design, data.weight);
  EXPECT_TRUE(model.report().converged);
  const auto p = predicted(model, data.design);
  // Columns of z reach 1,000 x 500 rows. The first three equations, of the intercept, say that
  // frequencies are predicted means.
  for (const double score : scores(data, p)) EXPECT_NEAR(score, 0, 1e-7);
  for (std::size_t i = 0; i < p.size(); i += 3) EXPECT_NEAR(p[i] + p[i + 1] + p[i + 2], 1, 1e-14);
}

TEST(Multinomial, TwoClassesAreTheLogisticRegression) {
  const Rows rows = testing::random_rows(72, 120, true);
  std::vector<double> weight;
  for (std::size_t i = 0; i < rows.weight.size(); ++i) {
    weight.push_back(rows.weight[i] - rows.positive[i]);
    weight.push_back(rows.positive[i]);
  }
  for (const double ridge : {0.0, 3.0}) {
    Logistic logistic(rows.design, {.ridge = ridge});
    logistic.fit({.weight = rows.weight, .positive = rows.positive});
    Multinomial model({"no", "yes"}, {.ridge = 2 * ridge});
    model.fit(rows.design, weight);
    for (int j = 0; j < rows.design.columns(); ++j) {
      EXPECT_NEAR(model.coefficients(1)[static_cast<std::size_t>(j)],
                  logistic.coefficients()[static_cast<std::size_t>(j)], 1e-9);
      EXPECT_EQ(model.coefficients(0)[static_cast<std::size_t>(j)], 0);
    }
  }
}

TEST(Multinomial, OrderOfClassesDoesNotMatterWithARidge) {
  const Classified data = classified(73, 200);
  std::vector<double> turned(data.weight.size());
  for (std::size_t i = 0; i < turned.size(); i += 3) {
    for (std::size_t k = 0; k < 3; ++k) turned[i + (k + 1) % 3] = data.weight[i + k];
  }
  Multinomial one(kThree, {.ridge = 5});
  one.fit(data.design, data.weight);
  Multinomial other(kThree, {.ridge = 5});
  other.fit(data.design, turned);
  const auto p = predicted(one, data.design);
  const auto q = predicted(other, data.design);
  for (std::size_t i = 0; i < p.size(); i += 3) {
    for (std::size_t k = 0; k < 3; ++k) EXPECT_NEAR(p[i + k], q[i + (k + 1) % 3], 1e-10);
  }
}

TEST(Multinomial, GroupedRowsFitAsSinglePeople) {
  Design grouped(2);
  grouped.add(testing::attribute("a", 2), std::vector<data::Code>{0, 1});
  Multinomial model(kThree);
  model.fit(grouped, std::vector<double>{5, 3, 2, 1, 2, 7});
  const auto p = predicted(model, grouped);  // saturated: the shares of the rows
  const std::vector<double> shares{.5, .3, .2, .1, .2, .7};
  for (std::size_t i = 0; i < p.size(); ++i) EXPECT_NEAR(p[i], shares[i], 1e-12);
}

TEST(Multinomial, SeparationIsReported) {
  Design design(9);
  design.add("x", std::vector<double>{1, 2, 3, 4, 5, 6, 7, 8, 9});
  std::vector<double> weight;
  for (int i = 0; i < 9; ++i) {
    for (int k = 0; k < 3; ++k) weight.push_back(i / 3 == k ? 1 : 0);
  }
  Multinomial free(kThree);
  free.fit(design, weight);
  EXPECT_TRUE(free.report().separated);
  EXPECT_FALSE(free.report().converged);
  ASSERT_EQ(free.report().warnings.size(), 1U);
  EXPECT_NE(free.report().warnings[0].text.find("separated"), std::string::npos);
  for (const double p : predicted(free, design)) EXPECT_TRUE(std::isfinite(p));

  Multinomial held(kThree, {.ridge = 0.1});
  held.fit(design, weight);
  EXPECT_TRUE(held.report().converged);
}

TEST(Multinomial, TooFewIterationsAreReported) {
  const Classified data = classified(74, 100);
  Multinomial model(kThree, {.max_iterations = 1});
  model.fit(data.design, data.weight);
  EXPECT_FALSE(model.report().converged);
  EXPECT_FALSE(model.report().separated);
  EXPECT_NE(model.report().warnings.at(0).text.find("did not converge in 1 iterations"),
            std::string::npos);
}

TEST(Multinomial, AClassWithoutPeopleHasProbabilityZero) {
  Classified data = classified(75, 200);
  for (std::size_t i = 0; i < data.weight.size(); i += 3) data.weight[i] = 0;
  Multinomial model(kThree);
  model.fit(data.design, data.weight);
  const auto p = predicted(model, data.design);
  for (std::size_t i = 0; i < p.size(); i += 3) {
    EXPECT_EQ(p[i], 0);
    EXPECT_NEAR(p[i + 1] + p[i + 2], 1, 1e-14);
  }
  EXPECT_EQ(model.report().warnings.at(0).text,
            "Nobody the model learned from is in 'red', so its probability is 0 everywhere.");

  for (std::size_t i = 1; i < data.weight.size(); i += 3) data.weight[i] = 0;
  model.fit(data.design, data.weight);
  EXPECT_EQ(predicted(model, data.design)[2], 1);
  for (double& w : data.weight) w = 0;
  EXPECT_THROW(model.fit(data.design, data.weight), NumericError);
}

TEST(Multinomial, ColumnsThatAddNothingAreLeftOut) {
  const Classified data = classified(76, 150);
  Design more = data.design;
  std::vector<double> twice;
  for (const double x : data.design.values(3)) twice.push_back(2 * x - 1);
  more.add("twice", twice);
  more.add("same", std::vector<double>(twice.size(), 4.0));
  Multinomial plain(kThree);
  plain.fit(data.design, data.weight);
  Multinomial model(kThree);
  model.fit(more, data.weight);
  EXPECT_EQ(model.report().dropped, (std::vector<std::string>{"same", "twice"}));
  const auto p = predicted(plain, data.design);
  const auto q = predicted(model, more);
  for (std::size_t i = 0; i < p.size(); ++i) EXPECT_NEAR(p[i], q[i], 1e-10);
}

TEST(Multinomial, PredictsOtherRowsByNamesOfColumns) {
  const Classified data = classified(77, 150);
  Multinomial model(kThree);
  model.fit(data.design, data.weight);
  const auto p = predicted(model, data.design);
  Design other(1);
  other.add("unknown", std::vector<double>{99});
  other.add("z", std::vector<double>{data.design.values(4)[7]});
  other.add("x", std::vector<double>{data.design.values(3)[7]});
  EXPECT_THROW(predicted(model, other), InternalError);
  const auto code = static_cast<data::Code>(data.design.values(1)[7] == 1   ? 1
                                            : data.design.values(2)[7] == 1 ? 2
                                                                            : 0);
  other.add(testing::attribute("a", 3), std::vector<data::Code>{code});
  const auto q = predicted(model, other);
  for (std::size_t k = 0; k < 3; ++k) EXPECT_NEAR(q[k], p[21 + k], 1e-14);
}

TEST(Multinomial, WrongOptionsAndLengthsAreRefused) {
  EXPECT_THROW(Multinomial(kThree, {.ridge = -1}), ConfigError);
  EXPECT_THROW(Multinomial(kThree, {.max_iterations = 0}), ConfigError);
  EXPECT_THROW(Multinomial(kThree, {.tolerance = 0}), ConfigError);
  Multinomial model(kThree);
  EXPECT_THROW(model.fit(Design(2), std::vector<double>{1, 2, 3}), InternalError);
  EXPECT_THROW(predicted(model, Design(2)), InternalError);
}

}  // namespace
}  // namespace faultline::model
