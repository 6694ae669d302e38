// The comparison of two models' discrimination levels keeps its level: with equal absolute levels,
// of the same or of opposite sign, it rejects in at most alpha of all data sets.

#include <cstdint>

#include "support/upper_limit.hpp"
#include <gtest/gtest.h>

#include "faultline/methods/sources/losses.hpp"
#include "faultline/rng/draw.hpp"

namespace faultline::methods {
namespace {

constexpr int kDataSets = 2000;
constexpr int kPeople = 400;
constexpr double kAlpha = 0.05;

/// Two models whose error rates in the groups are given; errors of a person are dependent.
int rejections(const double (&first)[2], const double (&second)[2]) {
  int rejected = 0;
  for (std::uint32_t set = 0; set < kDataSets; ++set) {
    rng::Stream stream(11, rng::Purpose::test, set);
    ModelPredictions a;
    for (int i = 0; i < kPeople; ++i) {
      a.outcome.push_back(0);
      a.group.push_back(i % 2);
    }
    ModelPredictions b = a;
    for (int i = 0; i < kPeople; ++i) {
      const double u = rng::uniform(stream);
      const double v = rng::bernoulli(stream, 0.5) ? u : rng::uniform(stream);
      a.score.push_back(u < first[i % 2] ? 1 : 0);
      b.score.push_back(v < second[i % 2] ? 1 : 0);
    }
    decide(a);
    decide(b);
    rejected += compare_models(CostMetric::zero_one, a, b, 0, 1)->p_value <= kAlpha ? 1 : 0;
  }
  return rejected;
}

TEST(ModelComparison, RejectsEqualLevelsNoMoreOftenThanAlpha) {
  // The bound is exceeded with probability 1e-6 by a test that rejects in exactly alpha.
  const std::int64_t most = testing::upper_limit(kDataSets, kAlpha, 1e-6);
  EXPECT_LE(rejections({0.3, 0.1}, {0.3, 0.1}), most);
  EXPECT_LE(rejections({0.3, 0.1}, {0.1, 0.3}), most);
  EXPECT_LE(rejections({0.2, 0.2}, {0.2, 0.2}), most);  // conservative: both signs must be unlikely
}

TEST(ModelComparison, FindsAModelThatDiscriminatesMore) {
  EXPECT_GE(rejections({0.5, 0.1}, {0.2, 0.15}), kDataSets * 9 / 10);
}

}  // namespace
}  // namespace faultline::methods
