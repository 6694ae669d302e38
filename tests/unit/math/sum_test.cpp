#include "faultline/math/sum.hpp"

#include <limits>
#include <vector>

#include <gtest/gtest.h>

namespace faultline::math {
namespace {

TEST(CompensatedSum, KeepsWhatPlainSummationLoses) {
  // The classical case where Kahan's form fails too.
  const std::vector<double> terms{1, 1e100, 1, -1e100};
  EXPECT_EQ(compensated_sum(terms), 2);
}

TEST(CompensatedSum, TenthsAddUp) {
  const std::vector<double> terms(1'000'000, 0.1);
  EXPECT_EQ(compensated_sum(terms), 100000.0);
}

TEST(CompensatedSum, NothingIsZeroAndInfinityStays) {
  EXPECT_EQ(compensated_sum({}), 0);
  const std::vector<double> terms{1, std::numeric_limits<double>::infinity(), 2};
  EXPECT_EQ(compensated_sum(terms), std::numeric_limits<double>::infinity());
}

}  // namespace
}  // namespace faultline::math
