#include "faultline/report/document/format.hpp"

#include <cmath>
#include <limits>

#include <gtest/gtest.h>

namespace faultline::report {
namespace {

TEST(Format, PercentHasOneDecimalAndNeverHidesASmallRate) {
  EXPECT_EQ(percent(0.69), "69.0 %");
  EXPECT_EQ(percent(0.58449), "58.4 %");
  EXPECT_EQ(percent(0), "0.0 %");
  EXPECT_EQ(percent(1), "100.0 %");
  EXPECT_EQ(percent(0.0004), "< 0.1 %");
  EXPECT_EQ(percent(0.0005), "0.1 %");
  EXPECT_EQ(percent(0.9996), "> 99.9 %");
  EXPECT_EQ(percent(std::nan("")), "n/a");
}

TEST(Format, QuantityIsWholeOrHasOneDecimal) {
  EXPECT_EQ(quantity(1051), "1,051");
  EXPECT_EQ(quantity(0), "0");
  EXPECT_EQ(quantity(890.27), "890.3");
  EXPECT_EQ(quantity(999.96), "1,000.0");
  EXPECT_EQ(quantity(-2.5), "-2.5");
  EXPECT_EQ(quantity(1e20), "1e+20");
  EXPECT_EQ(quantity(std::numeric_limits<double>::infinity()), "n/a");
}

TEST(Format, ScoreHasTwoDecimals) {
  EXPECT_EQ(score(35.8336), "35.83");
  EXPECT_EQ(score(0), "0");
  EXPECT_EQ(score(0.001234), "0.00123");
}

TEST(Format, RatioHasThreeDigits) {
  EXPECT_EQ(ratio(1.7394), "1.74");
  EXPECT_EQ(ratio(0.62410), "0.624");
  EXPECT_EQ(ratio(0.01234), "0.0123");
  EXPECT_EQ(ratio(153.4), "153");
  EXPECT_EQ(ratio(0), "0");
  EXPECT_EQ(ratio(1.5e9), "1.5e+09");
}

TEST(Format, PValueKeepsThreeDigitsAndNeverRoundsAcrossTheLevel) {
  EXPECT_EQ(p_value(0.001), "0.001");
  EXPECT_EQ(p_value(0.0496), "0.0496");
  EXPECT_EQ(p_value(0.05), "0.050");
  EXPECT_EQ(p_value(0.234567), "0.235");
  EXPECT_EQ(p_value(0.00012), "0.00012");
  EXPECT_EQ(p_value(3e-17), "< 0.001");
  EXPECT_EQ(p_value(1e-6), "0.000001");
  EXPECT_EQ(p_value(1), "1");
  EXPECT_EQ(p_value(0), "0");
  EXPECT_EQ(p_value(-1), "-1");
  EXPECT_EQ(p_bound(4.8e-14), "5e-14");
  EXPECT_EQ(p_bound(9.2e-5), "1e-4");
  EXPECT_EQ(p_bound(2e-7), "2e-7");
  EXPECT_EQ(p_bound(0.0421), "0.043");
  EXPECT_EQ(p_bound(0.05), "0.05");
  EXPECT_EQ(p_bound(1), "1");
}

TEST(Format, LatticeSize) {
  EXPECT_EQ(lattice_size(11907), "11,907");
  EXPECT_EQ(lattice_size(-1e300), "n/a");
  EXPECT_EQ(lattice_size(1.234e18), "about 1.2 x 10^18");
}

TEST(Format, Duration) {
  EXPECT_EQ(duration(0.012), "12 ms");
  EXPECT_EQ(duration(3.44), "3.4 s");
  EXPECT_EQ(duration(59.97), "1 min 0 s");
  EXPECT_EQ(duration(1e300), "1e+300 s");
  EXPECT_EQ(duration(125), "2 min 5 s");
}

}  // namespace
}  // namespace faultline::report
