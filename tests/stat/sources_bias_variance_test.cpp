// Level and power of the test that two learners have the same difference of bias plus variance
// between groups.

#include <gtest/gtest.h>

#include "faultline/methods/sources/decompose_terms.hpp"
#include "faultline/rng/draw.hpp"

namespace faultline::methods {
namespace {

using Terms = std::vector<std::optional<PersonTerms>>;

/// Two learners that share what is hard about a person; the second one is `worse` for group b.
int rejections(int data_sets, double worse, CostMetric metric) {
  constexpr int kPeople = 300;
  SourcesInput input;
  input.groups = {"a", "b"};
  for (int i = 0; i < kPeople; ++i) input.group.push_back(i % 3 == 0 ? 1 : 0);
  int rejected = 0;
  for (int d = 0; d < data_sets; ++d) {
    rng::Stream stream(31, rng::Purpose::test, static_cast<std::uint32_t>(d));
    Terms first, second;
    for (int i = 0; i < kPeople; ++i) {
      // Groups differ, but by the same amount for both learners.
      const double hard = rng::normal(stream) + (i % 3 == 0 ? 2 : 0);
      const auto terms = [&](double more) {
        const double bias = hard + rng::normal(stream) + more;
        const double variance = rng::uniform(stream);
        const double noise = 5 * rng::normal(stream);  // is looked at by neither
        return PersonTerms{
            .cost = bias + variance, .noise = noise, .bias = bias, .variance = variance};
      };
      first.push_back(terms(0));
      second.push_back(terms(i % 3 == 0 ? worse : 0));
    }
    const auto test = compare_bias_variance(input, metric, first, second, 0, 1);
    if (test && test->p_value <= 0.05) ++rejected;
  }
  return rejected;
}

/// Of 2,000 tests at 5 %, fewer than 50 or more than 160 reject in fewer than one of a million runs
/// (100 are expected, with a standard deviation of 9.7; the normal law for 100 and 200 people adds
/// five at most).
TEST(BiasVarianceComparison, HasItsLevelAndSeesDifferences) {
  for (const CostMetric metric : {CostMetric::zero_one, CostMetric::mse}) {
    const int null = rejections(2000, 0, metric);
    EXPECT_GE(null, 50);
    EXPECT_LE(null, 160);
    // A difference of 4.7 standard errors: rejected in 99.7 % of the data sets.
    EXPECT_GE(rejections(200, 0.85, metric), 185);
  }
}

}  // namespace
}  // namespace faultline::methods
