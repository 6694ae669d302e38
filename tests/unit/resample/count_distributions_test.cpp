#include "faultline/resample/count_distributions.hpp"

#include <cmath>
#include <vector>

#include "unit/rng/goodness_of_fit.hpp"
#include <gtest/gtest.h>

#include "faultline/math/poisson_binomial.hpp"
#include "faultline/rng/draw.hpp"

namespace faultline::resample {
namespace {

math::CountDistribution some_law(int people, double shift) {
  math::PoissonBinomialBuilder builder;
  for (int i = 0; i < people; ++i) {
    builder.add(0.5 + 0.5 * std::sin(shift + i));
  }
  return builder.finish();
}

TEST(CountDistributions, DrawsMatchEachCellsLaw) {
  std::vector<math::CountDistribution> laws{some_law(3, 0), some_law(40, 1), some_law(1000, 2)};
  CountDistributions tables;
  for (const auto& law : laws) tables.add(law);
  ASSERT_EQ(tables.size(), 3);
  for (std::int64_t cell = 0; cell < 3; ++cell) {
    rng::Stream stream(4, rng::Purpose::test, static_cast<std::uint32_t>(cell));
    const auto& law = laws[static_cast<std::size_t>(cell)];
    const auto high = law.lowest + std::ssize(law.probability) - 1;
    const double p = faultline::testing::goodness_of_fit(
        50'000, law.lowest, high,
        [&](std::int64_t k) { return law.probability[static_cast<std::size_t>(k - law.lowest)]; },
        [&] { return tables.sample(cell, stream); });
    EXPECT_GT(p, faultline::testing::kFalseAlarm / 3) << cell;
  }
}

TEST(CountDistributions, OneUniformNumberPerDraw) {
  CountDistributions tables;
  tables.add(some_law(25, 0));
  tables.add({17, {1.0}});
  rng::Stream a(4, rng::Purpose::test, 10);
  rng::Stream b(4, rng::Purpose::test, 10);
  static_cast<void>(tables.sample(0, a));
  EXPECT_EQ(tables.sample(1, a), 17);
  static_cast<void>(rng::uniform(b));
  static_cast<void>(rng::uniform(b));
  EXPECT_EQ(a.next64(), b.next64());
}

}  // namespace
}  // namespace faultline::resample
