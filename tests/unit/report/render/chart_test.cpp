#include "faultline/report/render/chart.hpp"

#include <cmath>
#include <limits>
#include <numeric>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "faultline/report/document/round_numbers.hpp"
#include "faultline/report/render/row_plot.hpp"

namespace faultline::report {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::Not;

TEST(RoundNumbers, StepsAreRound) {
  EXPECT_DOUBLE_EQ(round_step(0.7), 1);
  EXPECT_DOUBLE_EQ(round_step(1.2), 2);
  EXPECT_DOUBLE_EQ(round_step(3), 5);
  EXPECT_DOUBLE_EQ(round_step(70), 100);
  EXPECT_DOUBLE_EQ(round_step(0.02), 0.02);
  EXPECT_DOUBLE_EQ(round_step(0), 1);
  EXPECT_DOUBLE_EQ(round_step(INFINITY), 1);
}

TEST(RoundNumbers, TicksAreMultiplesAndZeroIsZero) {
  EXPECT_THAT((RoundRange{-0.2, 0.4, 0.2}.ticks()), ElementsAre(-0.2, 0, 0.2, 0.4));
  EXPECT_THAT(logarithmic_ticks(10, 100), ElementsAre(10, 20, 50, 100));
  EXPECT_THAT(logarithmic_ticks(1, 1e4), ElementsAre(1, 10, 100, 1000, 10000));
}

TEST(RoundNumbers, HistogramsHoldEveryValue) {
  const std::vector<double> values = {0, 0, 0.1, 4.99, 5, 10};
  const Histogram bars = histogram(values, 0, 10, 10);
  EXPECT_DOUBLE_EQ(bars.width, 1);
  EXPECT_EQ(bars.counts.size(), 10U);
  EXPECT_EQ(bars.counts[0], 3);
  EXPECT_EQ(bars.counts[4], 1);
  EXPECT_EQ(bars.counts[5], 1);
  EXPECT_EQ(std::accumulate(bars.counts.begin(), bars.counts.end(), 0), 6);
  EXPECT_GE(histogram(std::vector<double>{1, 2}, 0, 2, 40, 0.9).width, 0.9);
  const Histogram holes = histogram(std::vector<double>{1, NAN, INFINITY}, 0, 2, 2);
  EXPECT_EQ(std::accumulate(holes.counts.begin(), holes.counts.end(), 0), 1);
}

TEST(Chart, PositionsAreMarkedAndItSpeaks) {
  const Chart chart{.label = "Histogram of <4> scores",
                    .series = {{.form = Series::Form::bars,
                                .look = Look::neutral,
                                .width = 1,
                                .points = {{.x = 0, .y = 3}, {.x = 1, .y = 1}}}},
                    .positions = {{.at = 9.5, .words = "this finding: 9.50"}}};
  const std::string svg = html::draw(chart).str();
  EXPECT_THAT(svg, HasSubstr("this finding: 9.50"));
  EXPECT_THAT(svg, HasSubstr("role=\"img\" aria-label=\"Histogram of &lt;4&gt; scores\""));
  EXPECT_THAT(svg, Not(HasSubstr("reference")));
}

TEST(Chart, NothingFiniteIsNoChart) {
  EXPECT_TRUE(html::draw({}).empty());
  constexpr double kHuge = std::numeric_limits<double>::max();
  const Chart wild{.series = {{.points = {{.x = 0, .y = -kHuge}, {.x = 1, .y = kHuge}}}}};
  EXPECT_TRUE(html::draw(wild).empty());
  const Chart holes{
      .series = {{.points = {{.x = 0, .y = 1}, {.x = 1, .y = NAN}, {.x = 2, .y = 2}}}}};
  EXPECT_THAT(html::draw(holes).str(), Not(HasSubstr("nan")));
}

TEST(PlotAxis, CoversEveryRate) {
  EXPECT_DOUBLE_EQ(rate_axis({0.2, 0.7}).high, 1);
  EXPECT_GE(rate_axis({0.012, 0.031}).high, 0.031);
  EXPECT_LE(rate_axis({0.012, 0.031}).high, 0.05);
  EXPECT_GT(rate_axis({0, std::nan("")}).high, 0);
}

TEST(RowPlot, HasADotARingAndWords) {
  using Form = PlotMark::Form;
  const RowPlot plot{.label = "Male: observed 50.0 %",
                     .marks = {{.form = Form::interval, .from = 0.4, .to = 0.6},
                               {.form = Form::ring, .from = 0.25},
                               {.form = Form::dot, .from = 0.5}}};
  const std::string svg = html::row_plot(plot, {}).str();
  EXPECT_THAT(svg, HasSubstr("class=\"observed-dot\" cx=\"50.00%\""));
  EXPECT_THAT(svg, HasSubstr("class=\"expected-dot\" cx=\"27.00%\""));
  EXPECT_THAT(svg, HasSubstr("whisker"));
  EXPECT_THAT(svg, HasSubstr("aria-label=\"Male: observed 50.0 %\""));
  EXPECT_TRUE(html::row_plot({.marks = {{.form = Form::dot, .from = NAN}}}, {}).empty());
}

}  // namespace
}  // namespace faultline::report
