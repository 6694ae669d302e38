// Learning curves in charts, and rows of tables that hold several marks.
#include <cmath>
#include <limits>

#include "unit/report/shown.hpp"
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "faultline/report/document/round_numbers.hpp"
#include "faultline/report/methods/sources/curve_figures.hpp"
#include "faultline/report/methods/sources/rows.hpp"
#include "faultline/report/methods/sources/sections.hpp"
#include "faultline/report/render/chart.hpp"
#include "faultline/report/render/row_plot.hpp"

namespace faultline::report {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::Not;

using Report = result::SourcesReport;
using Form = PlotMark::Form;

constexpr double kInfinity = std::numeric_limits<double>::infinity();
constexpr PlotAxis kAxis{.low = -1, .high = 1, .step = 0.5};

/// One group that costs 40 and then 30 % with more people, on its way to 20 %.
Report one_curve() {
  Report report;
  report.groups = {{.group = "A"}};
  report.learning_curves = {
      {.group = "A",
       .metric = result::CostMetric::fpr,
       .points = {{.n = 100, .mean = 0.4, .sem = 0.02}, {.n = 1000, .mean = 0.3, .sem = 0.01}},
       .fit = Report::CurveFit{.alpha = 2, .beta = 0.5, .delta = 0.2}}};
  return report;
}

std::string drawn(const Report& report) {
  const std::optional<Figure> figure = costs_figure(report, result::CostMetric::fpr, "");
  return figure ? html::draw(figure->chart).str() : "";
}

TEST(CurveFigure, IsDashedBeyondTheLargestSize) {
  Report report = one_curve();
  const std::string measured = drawn(report);
  EXPECT_EQ(count(measured, "class=\"curve series-1\""), 1U);
  EXPECT_THAT(measured, Not(HasSubstr("dashed")));
  EXPECT_EQ(count(measured, "error-bar"), 2U);
  Report::LearningCurve& curve = report.learning_curves[0];
  curve.extrapolation = {{.factor = 10, .n = 10000, .value = 0.22, .interval = {{-kInfinity, 0.3}}},
                         {.factor = {}, .n = {}, .value = 0.2, .interval = {}}};
  EXPECT_EQ(count(drawn(report), "mark open"), 1U) << "a limit that the points do not tell";
  curve.fit->identified = true;
  const std::string svg = drawn(report);
  EXPECT_EQ(count(svg, "curve dashed series-1"), 1U);
  EXPECT_EQ(count(svg, "mark open"), 2U);
  EXPECT_THAT(svg, HasSubstr(">10,000</text>"));
  EXPECT_THAT(svg, HasSubstr(">limit</text>"));
  EXPECT_THAT(svg, Not(HasSubstr("inf")));
}

TEST(CurveFigure, SaysWhyALimitIsNotKnown) {
  Report report = one_curve();
  report.learning_curves[0].fit->why = "too few sizes";
  EXPECT_EQ(costs_figure(report, result::CostMetric::fpr, "")->caption,
            "The points do not tell the limit of A (too few sizes).");
}

TEST(CurveFigure, NeedsTwoSizes) {
  Report report = one_curve();
  EXPECT_EQ(costs_figure(report, result::CostMetric::fnr, ""), std::nullopt);
  report.learning_curves[0].points = {{.n = 100, .mean = std::nan("")}, {.n = 0, .mean = 1}};
  EXPECT_EQ(drawn(report), "");
  report.learning_curves[0].points = {{.n = 100, .mean = 0.5}, {.n = 200, .mean = 0.5}};
  report.learning_curves[0].fit->alpha = std::nan("");
  const std::string flat = drawn(report);
  EXPECT_EQ(count(flat, "class=\"mark series-1\""), 2U);
  EXPECT_THAT(flat, Not(HasSubstr("curve")));
  EXPECT_THAT(flat, Not(HasSubstr("nan")));
}

TEST(CurveFigure, DifferencesStandAgainstZero) {
  Report report;
  report.gap_curves = {{.groups = {"A", "B"},
                        .metric = result::CostMetric::fpr,
                        .points = {{.n = 100, .mean = -0.075}, {.n = 1000, .mean = -0.07}}}};
  const std::optional<Figure> figure = gaps_figure(report, {report.gap_curves.data()});
  ASSERT_TRUE(figure);
  EXPECT_THAT(html::draw(figure->chart).str(), HasSubstr(">0</text>"));
  EXPECT_EQ(figure->caption, "A - B");
  EXPECT_FALSE(figure->chart.legend);
  EXPECT_EQ(gaps_figure(report, {}), std::nullopt);
}

TEST(RowPlot, DrawsWhatThereIs) {
  EXPECT_TRUE(html::row_plot({.label = "x"}, kAxis).empty());
  RowPlot plot{.label = "a <b>"};
  add_value(std::nan(""), {}, 0, plot);
  EXPECT_TRUE(html::row_plot(plot, kAxis).empty());
  add_value(0, {{-kInfinity, 0.5}}, 0, plot);
  const std::string svg = html::row_plot(plot, kAxis).str();
  EXPECT_THAT(svg, HasSubstr("class=\"observed-dot\" cx=\"50.00%\" cy=\"10.0\""));
  EXPECT_THAT(svg, HasSubstr("class=\"whisker\" x1=\"4.00%\""));
  EXPECT_THAT(svg, HasSubstr("aria-label=\"a &lt;b&gt;\""));
  EXPECT_THAT(svg, HasSubstr("height=\"20\""));
}

TEST(RowPlot, LanesStandBelowEachOtherInColoursOfTheirOwn) {
  RowPlot plot{.label = "x"};
  add_value(0.5, {{0.25, 0.75}}, 0, plot);
  add_value(0, {{-0.5, 0.5}}, 1, plot);
  const std::string svg = html::row_plot(plot, kAxis).str();
  EXPECT_THAT(svg, HasSubstr("class=\"whisker\" x1=\"61.50%\" y1=\"10.0\""));
  EXPECT_THAT(svg, HasSubstr("class=\"whisker series-2\" x1=\"27.00%\" y1=\"22.0\""));
  EXPECT_THAT(svg, HasSubstr("<svg x=\"50.00%\" y=\"22.0\""));
  EXPECT_THAT(svg, HasSubstr("height=\"32\""));
}

TEST(RowPlot, NegativePartsStackToTheLeft) {
  Report report;
  report.decomposition = {
      {.group = "A", .cost = -0.25, .noise = -0.5, .bias = 0.5, .variance = -0.25}};
  const Section section = decomposition_section(report);
  const auto& table = std::get<Table>(section.blocks.at(1).content);
  const RowPlot& plot = table.groups.at(0).rows.at(0).cells.at(1).plot.value();
  const std::string svg = html::row_plot(plot, kAxis).str();
  EXPECT_THAT(svg, HasSubstr("class=\"part-1\" x=\"27.00%\" y=\"4.0\" width=\"23.00%\""));
  EXPECT_THAT(svg, HasSubstr("class=\"part-2\" x=\"50.00%\" y=\"4.0\" width=\"23.00%\""));
  EXPECT_THAT(svg, HasSubstr("class=\"part-3\" x=\"15.50%\" y=\"4.0\" width=\"11.50%\""));
  EXPECT_THAT(svg, HasSubstr("class=\"total\" x1=\"38.50%\""));
  EXPECT_DOUBLE_EQ(table.groups[0].axis.low, -1);
  EXPECT_DOUBLE_EQ(table.groups[0].axis.high, 0.5);
}

TEST(RowPlot, ABoundThatIsMissingLeavesItsRangeOpen) {
  Report report;
  report.noise = {{.group = "A", .upper = 0.5}, {.group = "B", .lower = 0.1, .upper = 0.5}};
  const Section section = noise_section(report);
  const RowGroup& rows = std::get<Table>(section.blocks.at(1).content).groups.at(0);
  EXPECT_THAT(html::row_plot(rows.rows.at(0).cells.at(1).plot.value(), rows.axis).str(),
              HasSubstr("range open"));
  EXPECT_THAT(html::row_plot(rows.rows.at(1).cells.at(1).plot.value(), rows.axis).str(),
              Not(HasSubstr("open")));
}

TEST(RowPlot, AxesAreRoundAndHoldZero) {
  EXPECT_DOUBLE_EQ(plot_axis({-0.071, -0.092}).low, -0.1);
  EXPECT_DOUBLE_EQ(plot_axis({-0.071, -0.092}).high, 0);
  const PlotAxis nothing = plot_axis({std::nan(""), kInfinity});
  EXPECT_GT(nothing.high, nothing.low);
}

TEST(LogarithmicTicks, ArePowersOfTenWhereThereAreTwo) {
  EXPECT_THAT(logarithmic_ticks(50, 4800), ElementsAre(100, 1000));
  EXPECT_THAT(logarithmic_ticks(40, 600), ElementsAre(50, 100, 200, 500));
}

}  // namespace
}  // namespace faultline::report
