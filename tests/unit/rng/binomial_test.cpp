#include <cmath>

#include "unit/rng/goodness_of_fit.hpp"
#include <gtest/gtest.h>

#include "faultline/base/error.hpp"
#include "faultline/rng/draw.hpp"

namespace faultline::rng {
namespace {

// The distributions over a wide grid are tested in stat/rng_distributions_test.cpp; these are the
// branches, quickly.
TEST(Binomial, EachBranchMatchesItsLaw) {
  const struct {
    std::int64_t n;
    double p;
  } cases[] = {{1, 0.3}, {5, 0.5}, {30, 0.1}, {40, 0.9}, {100, 0.3}, {1000, 0.5}};
  std::uint32_t replicate = 0;
  for (const auto& c : cases) {
    Stream stream(2, Purpose::test, ++replicate);
    const double p = faultline::testing::goodness_of_fit(
        50'000, 0, c.n,
        [&](std::int64_t k) { return faultline::testing::binomial_probability(c.n, c.p, k); },
        [&] { return binomial(stream, c.n, c.p); });
    EXPECT_GT(p, faultline::testing::kFalseAlarm / std::size(cases)) << c.n << " " << c.p;
  }
}

TEST(Binomial, CertainOutcomes) {
  Stream stream(2, Purpose::test, 100);
  EXPECT_EQ(binomial(stream, 0, 0.5), 0);
  EXPECT_EQ(binomial(stream, 1000, 0), 0);
  EXPECT_EQ(binomial(stream, 1000, 1), 1000);
}

TEST(Binomial, StaysInRangeAtTheEdges) {
  Stream stream(2, Purpose::test, 101);
  for (const double p : {1e-300, 1e-17, 0.5, 1 - 1e-16}) {
    for (const std::int64_t n :
         {std::int64_t{2}, std::int64_t{20}, std::int64_t{21}, std::int64_t{1} << 50}) {
      for (int i = 0; i < 1000; ++i) {
        const std::int64_t k = binomial(stream, n, p);
        EXPECT_GE(k, 0);
        EXPECT_LE(k, n);
      }
    }
  }
}

TEST(Binomial, RejectsInvalidArguments) {
  Stream stream(2, Purpose::test, 102);
  EXPECT_THROW(static_cast<void>(binomial(stream, -1, 0.5)), InternalError);
  EXPECT_THROW(static_cast<void>(binomial(stream, 5, -0.1)), InternalError);
  EXPECT_THROW(static_cast<void>(binomial(stream, 5, 1.1)), InternalError);
  EXPECT_THROW(static_cast<void>(binomial(stream, 5, std::nan(""))), InternalError);
}

}  // namespace
}  // namespace faultline::rng
