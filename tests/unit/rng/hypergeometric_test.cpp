#include <array>
#include <numeric>
#include <vector>

#include "unit/rng/goodness_of_fit.hpp"
#include <gtest/gtest.h>

#include "faultline/base/error.hpp"
#include "faultline/rng/draw.hpp"

namespace faultline::rng {
namespace {

// The distributions over a wide grid are tested in stat/rng_distributions_test.cpp; these are the
// branches and the symmetries, quickly.
TEST(Hypergeometric, EachBranchAndSymmetryMatchesItsLaw) {
  const struct {
    std::int64_t marked, unmarked, draws;
  } cases[] = {{3, 4, 2},      {30, 40, 5},    {30, 40, 66},    {60, 40, 30},    {40, 60, 30},
               {100, 900, 50}, {900, 100, 50}, {100, 900, 950}, {300, 700, 400}, {700, 300, 600}};
  std::uint32_t replicate = 0;
  for (const auto& c : cases) {
    Stream stream(3, Purpose::test, ++replicate);
    const double p = faultline::testing::goodness_of_fit(
        50'000, 0, c.draws,
        [&](std::int64_t k) {
          return faultline::testing::hypergeometric_probability(c.marked, c.unmarked, c.draws, k);
        },
        [&] { return hypergeometric(stream, c.marked, c.unmarked, c.draws); });
    EXPECT_GT(p, faultline::testing::kFalseAlarm / std::size(cases))
        << c.marked << " " << c.unmarked << " " << c.draws;
  }
}

TEST(Hypergeometric, CertainOutcomes) {
  Stream stream(3, Purpose::test, 100);
  EXPECT_EQ(hypergeometric(stream, 0, 0, 0), 0);
  EXPECT_EQ(hypergeometric(stream, 5, 10, 0), 0);
  EXPECT_EQ(hypergeometric(stream, 5, 10, 15), 5);
  EXPECT_EQ(hypergeometric(stream, 0, 10, 7), 0);
  EXPECT_EQ(hypergeometric(stream, 10, 0, 7), 7);
}

TEST(Hypergeometric, RejectsInvalidArguments) {
  Stream stream(3, Purpose::test, 101);
  EXPECT_THROW(static_cast<void>(hypergeometric(stream, -1, 5, 2)), InternalError);
  EXPECT_THROW(static_cast<void>(hypergeometric(stream, 5, -1, 2)), InternalError);
  EXPECT_THROW(static_cast<void>(hypergeometric(stream, 5, 5, -1)), InternalError);
  EXPECT_THROW(static_cast<void>(hypergeometric(stream, 5, 5, 11)), InternalError);
}

TEST(MultivariateHypergeometric, CountsAddUpAndFit) {
  Stream stream(3, Purpose::test, 102);
  const std::vector<std::int64_t> sizes{5, 0, 1000, 1, 37, 200};
  std::vector<std::int64_t> out(sizes.size());
  for (const std::int64_t draws : {0, 1, 600, 1242, 1243}) {
    multivariate_hypergeometric(stream, sizes, draws, out);
    EXPECT_EQ(std::accumulate(out.begin(), out.end(), std::int64_t{0}), draws);
    for (std::size_t i = 0; i < sizes.size(); ++i) {
      EXPECT_GE(out[i], 0);
      EXPECT_LE(out[i], sizes[i]);
    }
  }
  EXPECT_EQ(out, sizes) << "all were drawn";
}

// The joint law, over all ways to draw 4 from (3, 2, 4).
TEST(MultivariateHypergeometric, MatchesItsJointLaw) {
  Stream stream(3, Purpose::test, 103);
  const std::array<std::int64_t, 3> sizes{3, 2, 4};
  const auto choose = [](std::int64_t n, std::int64_t k) {
    return k < 0 || k > n ? 0.0
                          : std::exp(faultline::testing::log_choose(static_cast<double>(n),
                                                                    static_cast<double>(k)));
  };
  const double p = faultline::testing::goodness_of_fit(
      50'000, 0, 24,
      [&](std::int64_t code) {
        const std::int64_t a = code / 5;
        const std::int64_t b = code % 5;
        return choose(3, a) * choose(2, b) * choose(4, 4 - a - b) / 126;
      },
      [&] {
        std::array<std::int64_t, 3> out{};
        multivariate_hypergeometric(stream, sizes, 4, out);
        return out[0] * 5 + out[1];
      });
  EXPECT_GT(p, faultline::testing::kFalseAlarm);
}

TEST(MultivariateHypergeometric, RejectsInvalidArguments) {
  Stream stream(3, Purpose::test, 104);
  const std::array<std::int64_t, 2> sizes{3, 2};
  const std::array<std::int64_t, 2> negative{3, -1};
  std::array<std::int64_t, 2> out{};
  std::array<std::int64_t, 1> narrow{};
  EXPECT_THROW(multivariate_hypergeometric(stream, sizes, 6, out), InternalError);
  EXPECT_THROW(multivariate_hypergeometric(stream, sizes, -1, out), InternalError);
  EXPECT_THROW(multivariate_hypergeometric(stream, negative, 1, out), InternalError);
  EXPECT_THROW(multivariate_hypergeometric(stream, sizes, 1, narrow), InternalError);
}

}  // namespace
}  // namespace faultline::rng
