// Counts of numbers that are never drawn have the distribution of counting drawn ones.

#include "faultline/resample/uniform_counts.hpp"

#include <numeric>
#include <vector>

#include <gtest/gtest.h>

#include "faultline/math/binomial_interval.hpp"

namespace faultline::resample {
namespace {

rng::Stream stream(std::uint32_t replicate) {
  return rng::Stream(11, rng::Purpose::test, replicate);
}

TEST(UniformCountsTest, AnswersAreAboutTheSameNumbers) {
  const std::vector<std::int64_t> sizes{1000, 0, 7};
  UniformCounts counts;
  counts.begin(sizes, stream(1));
  const std::int64_t half = counts.below(0, 0.5);
  const std::int64_t third = counts.below(0, 0.3);
  EXPECT_LE(third, half);
  EXPECT_LE(counts.below(0, 0.4), half);
  EXPECT_GE(counts.below(0, 0.4), third);
  EXPECT_EQ(counts.below(0, 0.5), half);
  EXPECT_EQ(counts.below(0, 0.3), third);
  EXPECT_EQ(counts.below(0, 0.0), 0);
  EXPECT_EQ(counts.below(0, 1.0), 1000);
  EXPECT_EQ(counts.below(1, 0.5), 0);
}

TEST(UniformCountsTest, TheSmallestAreAsManyAsWanted) {
  const std::vector<std::int64_t> sizes{50'000, 3, 20'000, 0, 400};
  const std::vector<std::int32_t> groups{0, 2, 3, 4};
  UniformCounts counts;
  for (std::uint32_t replicate = 1; replicate <= 200; ++replicate) {
    counts.begin(sizes, stream(replicate));
    std::vector<std::int64_t> chosen(groups.size());
    for (const std::int64_t wanted : {0, 1, 2, 400, 30'000, 70'399, 70'400}) {
      counts.smallest(groups, wanted, chosen);
      EXPECT_EQ(std::accumulate(chosen.begin(), chosen.end(), std::int64_t{0}), wanted);
      for (std::size_t i = 0; i < groups.size(); ++i) {
        EXPECT_GE(chosen[i], 0);
        EXPECT_LE(chosen[i], sizes[groups[i]]);
      }
    }
  }
}

TEST(UniformCountsTest, FewerOfTheSmallestAreAmongMoreOfThem) {
  const std::vector<std::int64_t> sizes{900, 300};
  const std::vector<std::int32_t> groups{0, 1};
  UniformCounts counts;
  counts.begin(sizes, stream(3));
  std::vector<std::int64_t> few(2);
  std::vector<std::int64_t> many(2);
  counts.smallest(groups, 700, many);
  counts.smallest(groups, 200, few);
  EXPECT_LE(few[0], many[0]);
  EXPECT_LE(few[1], many[1]);
}

/// Of groups of 3 and 2 numbers, the 2 smallest, and those of the second group below a half among
/// them: drawn both ways 200,000 times, and compared with what counting all orders gives.
TEST(UniformCountsTest, TheSmallestAreHypergeometric) {
  const std::vector<std::int64_t> sizes{3, 2};
  const std::vector<std::int32_t> groups{0, 1};
  constexpr int kDraws = 200'000;
  std::vector<std::int64_t> seen(3, 0);
  UniformCounts counts;
  std::vector<std::int64_t> chosen(2);
  std::int64_t below_together = 0;
  for (int i = 1; i <= kDraws; ++i) {
    counts.begin(sizes, stream(static_cast<std::uint32_t>(i)));
    // Asked first, it must not change what comes after.
    const bool low = counts.below(1, 0.5) == 2;
    counts.smallest(groups, 2, chosen);
    ++seen[chosen[1]];
    if (low && chosen[1] == 2) ++below_together;
  }
  // 3, 6 and 1 of the 10 pairs have 0, 1 and 2 of the second group.
  const double wanted[] = {0.3, 0.6, 0.1};
  for (int k = 0; k < 3; ++k) {
    const auto [lower, upper] = math::clopper_pearson_interval(seen[k], kDraws, 1 - 1e-7);
    EXPECT_LE(lower, wanted[k]);
    EXPECT_GE(upper, wanted[k]);
  }
  // Both numbers of the second group are the two smallest of five, and the larger of them is below
  // a half: (1 / 10) P(at least 2 of 5 below a half) = 26 / 320.
  const auto [lower, upper] = math::clopper_pearson_interval(below_together, kDraws, 1 - 1e-7);
  EXPECT_LE(lower, 26.0 / 320);
  EXPECT_GE(upper, 26.0 / 320);
}

TEST(UniformCountsTest, TheSameQuestionsHaveTheSameAnswers) {
  const std::vector<std::int64_t> sizes{5000, 4000};
  const std::vector<std::int32_t> groups{0, 1};
  UniformCounts one;
  UniformCounts other;
  other.begin(sizes, stream(8));
  static_cast<void>(other.below(1, 0.2));
  std::vector<std::int64_t> first(2);
  std::vector<std::int64_t> second(2);
  one.begin(sizes, stream(9));
  other.begin(sizes, stream(9));
  one.smallest(groups, 1234, first);
  other.smallest(groups, 1234, second);
  EXPECT_EQ(first, second);
}

}  // namespace
}  // namespace faultline::resample
