#include "faultline/resample/quantiles.hpp"

#include <cmath>
#include <limits>

#include <gtest/gtest.h>

#include "faultline/base/error.hpp"

namespace faultline::resample {
namespace {

using Values = std::vector<double>;

// numpy.quantile, whose default is type 7.
TEST(Quantiles, MatchNumpy) {
  const Values sample{3, 1, 4, 1.5, 9, 2.6, 5.35};
  const Values result = quantiles(sample, Values{0, 0.1, 0.5, 0.9, 0.95, 0.99, 1});
  const Values expected{1, 1.3, 3, 6.81, 7.905, 8.781, 9};
  ASSERT_EQ(result.size(), expected.size());
  for (std::size_t i = 0; i < expected.size(); ++i) EXPECT_NEAR(result[i], expected[i], 1e-12);
}

TEST(Quantiles, SmallSamples) {
  EXPECT_TRUE(quantiles({}, Values{0.5}).empty());
  EXPECT_EQ(quantiles(Values{7}, Values{0, 0.3, 1}), (Values{7, 7, 7}));
}

TEST(Quantiles, EqualValuesStayExact) {
  EXPECT_EQ(quantiles(Values{0.1, 0.1, 0.1}, Values{0.3, 0.77}), (Values{0.1, 0.1}));
}

TEST(Quantiles, InfiniteScoresAreValuesLikeOthers) {
  const double infinity = std::numeric_limits<double>::infinity();
  EXPECT_EQ(quantiles(Values{0, 1, infinity, infinity}, Values{0, 0.5, 0.99}),
            (Values{0, infinity, infinity}));
}

TEST(Quantiles, RejectsInvalidArguments) {
  EXPECT_THROW(static_cast<void>(quantiles(Values{1, 2}, Values{1.1})), InternalError);
  EXPECT_THROW(static_cast<void>(quantiles(Values{1, std::nan("")}, Values{0.5})), InternalError);
}

}  // namespace
}  // namespace faultline::resample
