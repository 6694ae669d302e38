#include "faultline/resample/sequential_boundary.hpp"

#include <cmath>

#include <gtest/gtest.h>

#include "faultline/rng/draw.hpp"

namespace faultline::resample {
namespace {

TEST(SequentialBoundary, NoExceedanceSettlesWhereTheRiskAllowsIt) {
  // (1 - level)^n <= risk n / (1000 + n) first holds at n = 173.
  SequentialBoundary boundary(0.05);
  EXPECT_LE(std::pow(0.95, 173), 1e-3 * 173 / 1173);
  EXPECT_GT(std::pow(0.95, 172), 1e-3 * 172 / 1172);
  EXPECT_FALSE(boundary.below(172, 0).has_value());
  ASSERT_TRUE(boundary.below(173, 0).has_value());
  EXPECT_TRUE(*boundary.below(173, 0));
}

TEST(SequentialBoundary, ManyExceedancesSettleEarly) {
  SequentialBoundary boundary(0.05);
  // Were p the level, four of four would have a probability of 6e-6, above what is allowed by then.
  EXPECT_FALSE(boundary.below(4, 4).has_value());
  ASSERT_TRUE(boundary.below(13, 8).has_value());
  EXPECT_FALSE(*boundary.below(13, 8));
}

/// Share of wrong verdicts, and mean number of replicates.
std::pair<double, double> play(double p, int runs) {
  constexpr std::int64_t kCap = 999;
  SequentialBoundary boundary(0.05);
  int wrong = 0;
  double drawn = 0;
  for (int run = 0; run < runs; ++run) {
    rng::Stream stream(7, rng::Purpose::test, static_cast<std::uint32_t>(run));
    std::int64_t reached = 0;
    std::int64_t n = 0;
    std::optional<bool> below;
    while (!below && n < kCap) {
      reached += rng::bernoulli(stream, p) ? 1 : 0;
      below = boundary.below(++n, reached);
    }
    wrong += below && *below != (p <= 0.05) ? 1 : 0;
    drawn += static_cast<double>(n);
  }
  return {static_cast<double>(wrong) / runs, drawn / runs};
}

TEST(SequentialBoundary, AWrongVerdictIsAsRareAsStated) {
  // Just above the level, where it is likeliest. At most 0.001; 4,000 runs, 14 or more wrong ones
  // would be seen with a probability of 5e-5 at that rate.
  EXPECT_LT(play(0.0501, 4000).first, 14.0 / 4000);
  EXPECT_LT(play(0.0499, 4000).first, 14.0 / 4000);
}

TEST(SequentialBoundary, ClearCasesNeedFewReplicates) {
  EXPECT_LT(play(0.5, 1000).second, 20);
  EXPECT_LT(play(0.001, 1000).second, 220);
}

}  // namespace
}  // namespace faultline::resample
