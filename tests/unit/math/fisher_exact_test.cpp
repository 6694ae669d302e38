#include "faultline/math/fisher_exact.hpp"

#include <gtest/gtest.h>

#include "faultline/base/error.hpp"

namespace faultline::math {
namespace {

// Values: scipy.stats.fisher_exact 1.17, and Fisher's lady tasting tea.
TEST(FisherExact, MatchesScipy) {
  const struct {
    std::int64_t a, m, b, n;
    double expected;
  } cases[] = {
      {3, 4, 1, 4, 0.4857142857142857},
      {8, 9, 2, 7, 0.03496503496503495},
      {1, 12, 9, 12, 0.0027594561852200836},
      {0, 5, 5, 5, 0.007936507936507936},
  };
  for (const auto& c : cases) {
    EXPECT_NEAR(fisher_exact(c.a, c.m, c.b, c.n), c.expected, 1e-12) << c.a << " of " << c.m;
    EXPECT_NEAR(fisher_exact(c.b, c.n, c.a, c.m), c.expected, 1e-12) << "the other way round";
    EXPECT_NEAR(fisher_exact(c.m - c.a, c.m, c.n - c.b, c.n), c.expected, 1e-12) << "complements";
  }
}

TEST(FisherExact, IsOneWhereNothingCanDiffer) {
  EXPECT_EQ(fisher_exact(0, 10, 0, 20), 1);
  EXPECT_EQ(fisher_exact(10, 10, 20, 20), 1);
  EXPECT_EQ(fisher_exact(0, 0, 3, 20), 1);
}

TEST(FisherExact, LargeCountsTakeAWindowAndStayAboveZero) {
  EXPECT_NEAR(fisher_exact(250000, 500000, 250600, 500000), 0.2307, 1e-3);
  const double tiny = fisher_exact(100000, 500000, 400000, 500000);
  EXPECT_GT(tiny, 0);
  EXPECT_LT(tiny, 1e-200);
}

TEST(FisherExact, RefusesWhatIsNoCount) {
  EXPECT_THROW((void)fisher_exact(5, 4, 1, 4), InternalError);
  EXPECT_THROW((void)fisher_exact(1, 4, -1, 4), InternalError);
}

}  // namespace
}  // namespace faultline::math
