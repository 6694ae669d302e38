#include <algorithm>
#include <cmath>
#include <limits>
#include <regex>
#include <string>

#include "unit/report/shown.hpp"
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "faultline/base/error.hpp"
#include "faultline/report/document/round_numbers.hpp"
#include "faultline/report/render/chart.hpp"

namespace faultline::report {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::Not;

Series numbered(std::string name, int number, std::vector<Point> points, bool dashed = false) {
  return {.name = std::move(name),
          .look = Look::numbered,
          .number = number,
          .dashed = dashed,
          .points = std::move(points)};
}

Figure figure() {
  return {.title = "Power & <more>",
          .chart = {.across = {.title = "x"},
                    .up = {.title = "y"},
                    .series = {numbered("first", 0, {{1, 0, {{0, 0.1}}}, {2, 1, {{0.9, 1}}}}),
                               numbered("second", 0, {{1, 0.5}, {2, 0.5}}, true)},
                    .legend = true}};
}

/// The drawing without its style sheet.
std::string drawn(const Figure& one) {
  const std::string svg = to_svg(one);
  return svg.substr(svg.find("</style>"));
}

/// Height of the first text with these words.
double height_of(const std::string& svg, const std::string& words) {
  std::smatch match;
  const std::regex place("y=\"([0-9.]+)\"[^>]*>" + words + "<");
  return std::regex_search(svg, match, place) ? std::stod(match[1]) : std::nan("");
}

TEST(Figure, DrawsEverySeriesWithLegendAndEscapesText) {
  const std::string svg = drawn(figure());
  EXPECT_THAT(svg, HasSubstr("Power &amp; &lt;more&gt;"));
  EXPECT_THAT(svg, Not(HasSubstr("<more>")));
  EXPECT_THAT(svg, HasSubstr(">first</text>"));
  EXPECT_THAT(svg, HasSubstr(">0.6</text>"));  // a tick without rounding noise
  EXPECT_EQ(count(svg, "error-bar"), 2U);
  EXPECT_EQ(to_svg(figure()), to_svg(figure()));
}

TEST(Figure, SeriesOfOneNumberShareColourAndMarkAndADashedOneIsHollow) {
  const std::string svg = drawn(figure());
  EXPECT_EQ(count(svg, "\"mark series-1\""), 3U);  // two points and the legend
  EXPECT_EQ(count(svg, "\"mark open series-1\""), 3U);
  EXPECT_EQ(count(svg, "\"curve dashed series-1\""), 2U);
  EXPECT_EQ(count(svg, "\"curve series-1\""), 2U);
}

TEST(Figure, ColoursComeRoundAgainWithAnotherMark) {
  const auto mark = [](int number) {
    Figure one = figure();
    one.chart.series = {numbered("", number, {{1, 1}})};
    const std::string svg = drawn(one);
    const std::size_t at = svg.find("class=\"mark");
    return svg.substr(at, svg.find('>', at) - at);
  };
  EXPECT_THAT(mark(0), HasSubstr("series-1"));
  EXPECT_THAT(mark(6), HasSubstr("series-1"));
  EXPECT_NE(mark(0), mark(6));
}

TEST(Figure, PointsThatAreNotFiniteAreLeftOut) {
  Figure one = figure();
  one.chart.series[0].points[1].y = std::numeric_limits<double>::quiet_NaN();
  const std::string svg = drawn(one);
  EXPECT_THAT(svg, Not(HasSubstr("nan")));
  EXPECT_EQ(count(svg, "\"mark series-1\""), 2U);
}

TEST(Figure, OneValueStillHasARange) {
  for (const Scale scale : {Scale::linear, Scale::logarithmic}) {
    Figure one = figure();
    one.chart.across.scale = scale;
    one.chart.series = {numbered("flat", 0, {{7, 3}})};
    EXPECT_THAT(drawn(one), Not(HasSubstr("nan")));
  }
}

TEST(Figure, GivenTicksStandWithinTheRangeOfTheData) {
  Figure one = figure();
  one.chart.across.ticks = {{0.5, "half"}, {1, "one"}, {2, "two"}, {3, "three"}};
  const std::string svg = drawn(one);
  EXPECT_THAT(svg, HasSubstr(">one</text>"));
  EXPECT_THAT(svg, Not(HasSubstr(">half</text>")));
  EXPECT_THAT(svg, Not(HasSubstr(">three</text>")));
  // From 1 to 2, not from 0.
  EXPECT_THAT(svg, HasSubstr("x=\"10.00%\" y=\"402.0\" text-anchor=\"middle\">one"));
}

TEST(Figure, ALegendOfManyLinesStandsBelowThePlot) {
  Figure one = figure();
  const auto below = [&] {
    const std::string svg = drawn(one);
    return height_of(svg, "second") > height_of(svg, "x");
  };
  EXPECT_FALSE(below());
  while (one.chart.series.size() < 12) one.chart.series.push_back(numbered("more", 1, {{1, 1}}));
  EXPECT_TRUE(below());
}

TEST(Figure, ACurveIsStretchedOverTheWholePlot) {
  Figure one = figure();
  one.chart.series = {{.form = Series::Form::line, .points = {{1, 0}, {2, 0.5}, {3, 1}}}};
  const std::string svg = drawn(one);
  // Lines of the grid stand at the plot's top and base.
  const std::regex grid("class=\"(?:grid|axis)\" x1=\"[^\"]*\" y1=\"([0-9.]+)\"");
  double top = std::numeric_limits<double>::infinity();
  double base = 0;
  for (std::sregex_iterator at(svg.begin(), svg.end(), grid), end; at != end; ++at) {
    top = std::min(top, std::stod((*at)[1]));
    base = std::max(base, std::stod((*at)[1]));
  }
  std::smatch curve;
  ASSERT_TRUE(std::regex_search(
      svg, curve, std::regex("y=\"([0-9.]+)\" width=\"[^\"]*\" height=\"([0-9.]+)\" viewBox")));
  EXPECT_EQ(std::stod(curve[1]), top);
  EXPECT_EQ(std::stod(curve[2]), base - top);
}

TEST(Figure, RefusesWhatCannotBeDrawn) {
  EXPECT_THROW((void)to_svg({}), InternalError);
  Figure negative = figure();
  negative.chart.across.scale = Scale::logarithmic;
  negative.chart.series[0].points[0].x = -1;
  EXPECT_THROW((void)to_svg(negative), InternalError);
}

TEST(RoundNumbers, LogarithmicTicksAreFew) {
  EXPECT_THAT(logarithmic_ticks(500, 260'000), ElementsAre(1000, 10'000, 100'000));
  EXPECT_THAT(logarithmic_ticks(75, 4800), ElementsAre(100, 200, 500, 1000, 2000));
  EXPECT_THAT(logarithmic_ticks(3583, 4370), ElementsAre(3400, 3600, 3800, 4000, 4200, 4400));
}

}  // namespace
}  // namespace faultline::report
