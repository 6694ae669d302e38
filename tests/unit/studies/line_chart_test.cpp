#include "faultline/studies/line_chart.hpp"

#include <limits>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "faultline/base/error.hpp"

namespace faultline::studies {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::Not;

LineChart chart() {
  LineChart c;
  c.title = "Power & <more>";
  c.x_label = "x";
  c.y_label = "y";
  c.series.push_back({.name = "first", .x = {1, 2}, .y = {0, 1}, .interval = {{0, 0.1}, {0.9, 1}}});
  c.series.push_back({.name = "second", .x = {1, 2}, .y = {0.5, 0.5}, .dashed = true});
  return c;
}

std::size_t count(const std::string& text, const std::string& part) {
  std::size_t found = 0;
  for (std::size_t at = text.find(part); at != std::string::npos; at = text.find(part, at + 1))
    ++found;
  return found;
}

TEST(LineChart, RoundTicksAreRoundAndCover) {
  EXPECT_THAT(round_ticks(0, 1), ElementsAre(0, 0.2, 0.4, 0.6000000000000001, 0.8, 1));
  EXPECT_THAT(round_ticks(3, 47), ElementsAre(0, 10, 20, 30, 40, 50));
  EXPECT_THAT(log_ticks(500, 260'000), ElementsAre(1000, 10'000, 100'000));
  EXPECT_THAT(log_ticks(75, 4800), ElementsAre(100, 200, 500, 1000, 2000));
  EXPECT_THAT(log_ticks(3583, 4370), ElementsAre(3400, 3600, 3800, 4000, 4200, 4400));
}

TEST(LineChart, DrawsEverySeriesWithLegendAndEscapesText) {
  const std::string svg = to_svg(chart());
  EXPECT_THAT(svg, HasSubstr("Power &amp; &lt;more&gt;"));
  EXPECT_THAT(svg, Not(HasSubstr("<more>")));
  EXPECT_EQ(count(svg, "<polyline"), 2U);
  EXPECT_EQ(count(svg, "<circle"), 3U);           // two points and the legend
  EXPECT_EQ(count(svg, "stroke-dasharray"), 2U);  // curve and legend
  EXPECT_THAT(svg, HasSubstr(">first</text>"));
  EXPECT_THAT(svg, HasSubstr(">0.6</text>"));  // a tick without rounding noise
  EXPECT_EQ(svg, to_svg(chart()));
}

TEST(LineChart, PointsThatAreNotFiniteAreLeftOut) {
  LineChart c = chart();
  c.series[0].y[1] = std::numeric_limits<double>::quiet_NaN();
  const std::string svg = to_svg(c);
  EXPECT_THAT(svg, Not(HasSubstr("nan")));
  EXPECT_EQ(count(svg, "<circle"), 2U);
}

TEST(LineChart, OneValueStillHasARange) {
  LineChart c;
  c.series.push_back({.name = "flat", .x = {1}, .y = {3}});
  EXPECT_THAT(to_svg(c), Not(HasSubstr("nan")));
}

TEST(LineChart, RefusesWhatCannotBeDrawn) {
  LineChart uneven = chart();
  uneven.series[0].y.pop_back();
  EXPECT_THROW((void)to_svg(uneven), InternalError);
  EXPECT_THROW((void)to_svg(LineChart{}), InternalError);
  LineChart negative = chart();
  negative.log_x = true;
  negative.series[0].x[0] = -1;
  EXPECT_THROW((void)to_svg(negative), InternalError);
}

}  // namespace
}  // namespace faultline::studies
