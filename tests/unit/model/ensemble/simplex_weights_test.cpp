#include "faultline/model/ensemble/simplex_weights.hpp"

#include <cmath>
#include <vector>

#include <gtest/gtest.h>

#include "faultline/base/error.hpp"
#include "faultline/rng/draw.hpp"

namespace faultline::model {
namespace {

struct Mixture {
  std::vector<double> probability{}, ones{}, zeros{};

  [[nodiscard]] double loss(const std::vector<double>& weight) const {
    double sum = 0;
    for (std::size_t i = 0; i < ones.size(); ++i) {
      double q = 0;
      for (std::size_t l = 0; l < weight.size(); ++l) {
        q += weight[l] * probability[i * weight.size() + l];
      }
      sum -= ones[i] * std::log(q) + zeros[i] * std::log1p(-q);
    }
    return sum;
  }
};

// Labels from the mixture `truth` of three random predictions.
Mixture random_mixture(std::uint64_t seed, const std::vector<double>& truth) {
  rng::Stream stream(seed, rng::Purpose::test, 0);
  Mixture data;
  for (int i = 0; i < 400; ++i) {
    double q = 0;
    for (const double weight : truth) {
      data.probability.push_back(0.01 + 0.98 * rng::uniform(stream));
      q += weight * data.probability.back();
    }
    const auto people = static_cast<std::int64_t>(1 + rng::below(stream, 4));
    data.ones.push_back(static_cast<double>(rng::binomial(stream, people, q)));
    data.zeros.push_back(static_cast<double>(people) - data.ones.back());
  }
  return data;
}

TEST(SimplexWeights, NoPointOfAFineGridIsBetter) {
  const std::vector<std::vector<double>> truths{{.6, .3, .1}, {1, 0, 0}, {0, .5, .5}, {.1, 0, .9}};
  for (std::size_t k = 0; k < truths.size(); ++k) {
    const Mixture data = random_mixture(80 + k, truths[k]);
    const SimplexWeights fit = simplex_weights(data.probability, data.ones, data.zeros, 3);
    EXPECT_TRUE(fit.converged);
    EXPECT_LT(fit.iterations, 20);
    EXPECT_NEAR(fit.loss, data.loss(fit.weight), 1e-9);
    double sum = 0;
    for (const double weight : fit.weight) {
      EXPECT_GE(weight, 0);
      sum += weight;
    }
    EXPECT_NEAR(sum, 1, 1e-14);
    for (int a = 0; a <= 100; ++a) {
      for (int b = 0; a + b <= 100; ++b) {
        EXPECT_LE(fit.loss, data.loss({a / 100., b / 100., (100 - a - b) / 100.}) + 1e-6);
      }
    }
  }
}

TEST(SimplexWeights, UselessLearnersGetExactlyNothing) {
  Mixture data;
  for (int i = 0; i < 50; ++i) {
    data.ones.push_back(i % 2);
    data.zeros.push_back(1 - i % 2);
    data.probability.push_back(i % 2 == 1 ? .9 : .1);
    data.probability.push_back(i % 2 == 1 ? .1 : .9);
    data.probability.push_back(.5);
  }
  const SimplexWeights fit = simplex_weights(data.probability, data.ones, data.zeros, 3);
  EXPECT_TRUE(fit.converged);
  EXPECT_EQ(fit.weight, (std::vector<double>{1, 0, 0}));
}

TEST(SimplexWeights, EqualLearnersShare) {
  Mixture data = random_mixture(85, {.5, .5, 0});
  for (std::size_t i = 0; i < data.probability.size(); i += 3) {
    data.probability[i + 1] = data.probability[i];
  }
  const SimplexWeights fit = simplex_weights(data.probability, data.ones, data.zeros, 3);
  EXPECT_TRUE(fit.converged);
  EXPECT_NEAR(fit.weight[0], fit.weight[1], 1e-4);
}

TEST(SimplexWeights, WrongLengthsAreRefused) {
  const std::vector<double> two{.5, .5};
  const std::vector<double> none{0, 0};
  EXPECT_THROW((void)simplex_weights(two, two, two, 3), InternalError);
  EXPECT_THROW((void)simplex_weights(two, none, none, 1), NumericError);
}

}  // namespace
}  // namespace faultline::model
