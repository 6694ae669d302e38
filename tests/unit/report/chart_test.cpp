#include "faultline/report/html/chart.hpp"

#include <cmath>
#include <numeric>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace faultline::report::html {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

TEST(Chart, NiceStepsAreRound) {
  EXPECT_DOUBLE_EQ(nice_step(0.7), 1);
  EXPECT_DOUBLE_EQ(nice_step(1.2), 2);
  EXPECT_DOUBLE_EQ(nice_step(3), 5);
  EXPECT_DOUBLE_EQ(nice_step(70), 100);
  EXPECT_DOUBLE_EQ(nice_step(0.02), 0.02);
  EXPECT_DOUBLE_EQ(nice_step(0), 1);
  EXPECT_DOUBLE_EQ(nice_step(INFINITY), 1);
}

TEST(Chart, BinsHoldEveryValue) {
  const std::vector<double> values = {0, 0, 0.1, 4.99, 5, 10};
  const Histogram histogram = bin(values, 0, 10, 10);
  EXPECT_DOUBLE_EQ(histogram.width, 1);
  EXPECT_EQ(histogram.counts.size(), 10U);
  EXPECT_EQ(histogram.counts[0], 3);
  EXPECT_EQ(histogram.counts[4], 1);
  EXPECT_EQ(histogram.counts[5], 1);
  EXPECT_EQ(std::accumulate(histogram.counts.begin(), histogram.counts.end(), 0), 6);
}

TEST(Chart, BinsAreNeverFinerThanAsked) {
  const std::vector<double> values = {1, 2};
  EXPECT_GE(bin(values, 0, 2, 40, 0.9).width, 0.9);
}

TEST(Chart, NullChartMarksTheScoreAndSpeaks) {
  const std::vector<double> scores = {1, 2, 2, 3};
  const std::string svg = null_chart(scores, 9.5, 2.9, "Histogram of <4> scores").str();
  EXPECT_THAT(svg, HasSubstr("this finding: 9.50"));
  EXPECT_THAT(svg, HasSubstr("95 % of null scores below 2.90"));
  EXPECT_THAT(svg, HasSubstr("role=\"img\" aria-label=\"Histogram of &lt;4&gt; scores\""));
  EXPECT_THAT(null_chart(scores, 9.5, std::nullopt, "").str(), Not(HasSubstr("critical")));
}

TEST(Chart, NullChartSurvivesOddScores) {
  EXPECT_TRUE(null_chart({}, 1, std::nullopt, "").empty());
  const std::vector<double> zeros(99, 0.0);
  for (const double observed : {0.0, 3.0, 1e300}) {
    const std::string svg = null_chart(zeros, observed, 0.0, "").str();
    EXPECT_THAT(svg, HasSubstr("null-bar"));
    EXPECT_THAT(svg, Not(HasSubstr("nan")));
    EXPECT_THAT(svg, Not(HasSubstr("inf")));
    EXPECT_LT(svg.size(), 10000U);
  }
  const std::vector<double> wild = {-1e308, 1e308};
  EXPECT_TRUE(null_chart(wild, 1, std::nullopt, "").empty());
}

TEST(Chart, RateAxisCoversEveryRate) {
  const std::vector<double> high = {0.2, 0.7};
  EXPECT_DOUBLE_EQ(rate_axis(high).high, 1);
  const std::vector<double> low = {0.012, 0.031};
  EXPECT_GE(rate_axis(low).high, 0.031);
  EXPECT_LE(rate_axis(low).high, 0.05);
  const std::vector<double> nothing = {0, std::nan("")};
  EXPECT_GT(rate_axis(nothing).high, 0);
}

TEST(Chart, RateRowHasADotARingAndWords) {
  const std::string svg = rate_row(0.5, 0.25, {{0.4, 0.6}}, {}, "Male: observed 50.0 %").str();
  EXPECT_THAT(svg, HasSubstr("class=\"observed-dot\" cx=\"50.00%\""));
  EXPECT_THAT(svg, HasSubstr("class=\"expected-dot\" cx=\"27.00%\""));
  EXPECT_THAT(svg, HasSubstr("whisker"));
  EXPECT_THAT(svg, HasSubstr("aria-label=\"Male: observed 50.0 %\""));
  EXPECT_TRUE(rate_row(std::nan(""), 0.5, std::nullopt, {}, "").empty());
}

}  // namespace
}  // namespace faultline::report::html
