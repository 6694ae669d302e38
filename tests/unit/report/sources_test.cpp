// Sources of discrimination in text, HTML and JSON.
#include <cmath>
#include <limits>

#include "stored.hpp"
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "faultline/base/error.hpp"
#include "faultline/base/text.hpp"
#include "faultline/report/display.hpp"
#include "faultline/report/html.hpp"
#include "faultline/report/html/curve_chart.hpp"
#include "faultline/report/html/value_row.hpp"
#include "faultline/report/json/json.hpp"
#include "faultline/report/sources_tables.hpp"
#include "faultline/report/text.hpp"

namespace faultline::report {
namespace {

using nlohmann::ordered_json;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::Not;

using Report = result::SourcesReport;

constexpr double kInfinity = std::numeric_limits<double>::infinity();

std::string page(const result::Result& result) { return to_html(to_json(result)); }
std::string text(const result::Result& result) {
  return to_text(result, {.colour = false, .width = 400});
}
std::vector<std::string> keys(const ordered_json& object) {
  std::vector<std::string> list;
  for (const auto& [key, value] : object.items()) list.push_back(key);
  return list;
}
std::size_t count(const std::string& text, const std::string& part) {
  std::size_t found = 0;
  for (std::size_t at = text.find(part); at != std::string::npos; at = text.find(part, at + 1))
    ++found;
  return found;
}

TEST(SourcesText, SaysWhatToDoBeforeTheFigures) {
  const std::string report = text(edge("sources"));
  const std::size_t advice = report.find("Female and Male (FNR): Collect more Female people");
  const std::size_t costs = report.find("What the model costs each group");
  const std::size_t parts = report.find("Where the difference comes from");
  const std::size_t curves = report.find("How it falls with more data");
  ASSERT_NE(curves, std::string::npos);
  EXPECT_LT(advice, costs);
  EXPECT_LT(costs, parts);
  EXPECT_LT(parts, curves);
  // With several pieces of advice, only the first reason of each.
  EXPECT_THAT(report, HasSubstr("- Female people are missed more often: 44.2 %"));
  EXPECT_THAT(report, Not(HasSubstr("- 4.7 of the 9.4 points are variance")));
  EXPECT_THAT(report, HasSubstr("The figures it rests on stand below; `json` and `html` list"));
  result::Result one = edge("sources");
  one.sources->recommendation.resize(1);
  EXPECT_THAT(text(one), HasSubstr("- 4.7 of the 9.4 points are variance"));
  EXPECT_THAT(text(one), Not(HasSubstr("The figures it rests on")));
}

TEST(SourcesText, TwoGroupsFitAScreenAndAHalf) {
  const std::string report = to_text(edge("sources"));
  EXPECT_LE(count(report, "\n"), 65U);
  for (const auto& [name, result] : every_result()) {
    if (!result.sources) continue;
    for (const std::string& line : split(to_text(result), '\n')) {
      EXPECT_LE(display_width(line), 80) << name << ": " << line;
    }
  }
}

TEST(SourcesText, CostsOfTwoGroupsStandBesideTheirDifference) {
  const std::string report = text(edge("sources"));
  EXPECT_THAT(report, HasSubstr("FNR            44.2 (41.9 to 46.5)  34.8 (33.9 to 35.7)         "
                                "9.4  < 0.0001"));
  EXPECT_THAT(report, Not(HasSubstr("Differences, Female - Male")));
  // Long names take a table of their own.
  result::Result result = edge("sources");
  result.sources->groups[0].group = "People whose name is long";
  EXPECT_THAT(text(result), HasSubstr("Differences, Female - Male, in percentage points"));
}

TEST(SourcesText, WhatIsLeftOutIsCounted) {
  const std::string report = text(edge("sources_many"));
  EXPECT_THAT(report, HasSubstr("and 9 more pairs; `json` and `html` have all"));
  EXPECT_THAT(report, HasSubstr("and 20 more costs; `json` and `html` have all"));
  EXPECT_THAT(report, HasSubstr("and 22 more differences; `json` and `html` have all"));
  EXPECT_THAT(report, HasSubstr("logistic: 31 of 425 fits did not converge."));
  EXPECT_LE(count(to_text(edge("sources_many")), "\n"), 160U);
}

TEST(SourcesText, AnswersNameTheLevelAskedFor) {
  const std::string report = text(edge("sources"));
  EXPECT_THAT(report, HasSubstr("- FPR, down to 1.0 points: not by more data"));
  EXPECT_THAT(report, HasSubstr("- FNR, more of Female alone, down to 1.0 points: about 180,000"));
}

TEST(SourcesText, ALimitThatThePointsDoNotTellIsNoNumber) {
  const Report report = *edge("sources").sources;
  EXPECT_EQ(limit_cell(report, report.gap_curves[0]), "not known");
  EXPECT_EQ(limit_cell(report, report.gap_curves[1]), "4.3");
  const CellTable table = horizon_table(report, {report.gap_curves[0]});
  EXPECT_THAT(table.heads,
              ElementsAre("Trained on", "39,073 people", "2 times", "10 times", "without limit"));
  ASSERT_EQ(table.rows.size(), 2U);
  EXPECT_EQ(table.rows[1].back(), "below 1.2");
}

TEST(SourcesText, PartsThatWereNotRunAreNotThere) {
  const std::string report = text(edge("sources_bare"));
  EXPECT_THAT(report, HasSubstr("FNR                            n/a"));
  EXPECT_THAT(report, HasSubstr("PARTIAL"));
  for (const char* heading : {"What to do", "Where the difference", "How it falls", "Bounds on",
                              "Where they differ", "Left out"}) {
    EXPECT_THAT(report, Not(HasSubstr(heading)));
  }
}

TEST(SourcesText, GivenPredictionsOfANumberStayInItsUnit) {
  const std::string report = text(edge("sources_given"));
  EXPECT_THAT(report, HasSubstr("in squared units of the outcome"));
  EXPECT_THAT(report, HasSubstr("MSE   6.21 (5.80 to 6.62)"));
  EXPECT_THAT(report, HasSubstr("MSE: Private - None, old_score"));
  EXPECT_THAT(report, HasSubstr("MSE, old_score  Private - None          9.40  0.0035"));
  EXPECT_THAT(report, HasSubstr("old_score - new_score  MSE: Public - None, level"));
  EXPECT_THAT(report, HasSubstr("need a learner, and none was given"));
  EXPECT_THAT(report, Not(HasSubstr(" %,")));
}

TEST(SourcesWords, RangesNumbersAndSizes) {
  const Report binary = *edge("sources").sources;
  EXPECT_EQ(gap_range(binary, {{-0.021, 0.034}}), "-2.1 to 3.4");
  EXPECT_EQ(gap_range(binary, {{-0.021, kInfinity}}), "above -2.1");
  EXPECT_EQ(gap_range(binary, {{-kInfinity, 0.034}}), "below 3.4");
  EXPECT_EQ(gap_range(binary, {{-kInfinity, kInfinity}}), "any");
  EXPECT_EQ(gap_range(binary, {{std::nan(""), 1}}), "-");
  EXPECT_EQ(cost_range(binary, {}), "-");
  EXPECT_EQ(p_cell(0.0), "< 0.0001");
  EXPECT_EQ(p_cell(0.0496), "0.0496");
  EXPECT_EQ(p_cell({}), "-");
  EXPECT_EQ(size_words(181234.6), "180,000");
  EXPECT_EQ(size_words(7), "7");
  EXPECT_EQ(size_words(kInfinity), "n/a");
  EXPECT_EQ(noise_range({.lower = 0.1, .upper = {}}), "at least 10.0");
  EXPECT_EQ(noise_range({}), "not computed");
  EXPECT_EQ(metric_short(binary, result::CostMetric::mse), "Brier");
  EXPECT_EQ(metric_short(*edge("sources_given").sources, result::CostMetric::mse), "MSE");
}

TEST(SourcesPage, HasEveryPartAndNoScript) {
  const std::string html = page(edge("sources"));
  for (const char* id : {"summary", "costs", "decomposition", "curves", "noise", "clusters", "cut",
                         "guide", "data", "configuration"}) {
    EXPECT_THAT(html, HasSubstr(std::string("id=\"") + id + "\"")) << id;
  }
  EXPECT_LT(html.find("id=\"summary\""), html.find("id=\"costs\""));
  EXPECT_THAT(html, Not(HasSubstr("<script")));
  EXPECT_THAT(html, HasSubstr("What extrapolation cannot do"));
  EXPECT_THAT(html, HasSubstr("The points do not tell the limit of Female (delta ends at its bound "
                              "of 0)."));
  EXPECT_THAT(html, HasSubstr("changes sign at about 410,000 people"));
  EXPECT_THAT(html, HasSubstr("<strong>False negative rate</strong>, down to 1.0 points: about "
                              "180,000 people of group Female (61,000 or more"));
  EXPECT_EQ(count(html, "people of Female trained on (logarithmic)"), 2U);
  // A chart of costs and one of differences for each metric, and again for the group that grows.
  EXPECT_EQ(count(html, "of each group against the number of people trained on\""), 5U);
  EXPECT_EQ(count(html, "aria-label=\"Difference in "), 5U);
  EXPECT_THAT(html, HasSubstr("Female - Male: 9.4 = noise 1.6 + bias 3.1 + variance 4.7"));
  EXPECT_THAT(html, HasSubstr("48,842 people in the data, 48,842 used."));
  EXPECT_THAT(html, Not(HasSubstr("Distinct profiles")));
}

TEST(SourcesPage, PartsThatWereNotRunAreNotThere) {
  const std::string html = page(edge("sources_bare"));
  for (const char* id : {"decomposition", "curves", "noise", "clusters", "cut"}) {
    EXPECT_THAT(html, Not(HasSubstr(std::string("id=\"") + id + "\""))) << id;
  }
  EXPECT_THAT(html, HasSubstr("No advice was worked out"));
}

TEST(SourcesPage, NumbersAsOutcomeHaveNoRatesAndNoSigns) {
  const std::string html = page(edge("sources_given"));
  EXPECT_THAT(html, Not(HasSubstr("Why noise and variance can be negative")));
  EXPECT_THAT(html, HasSubstr("Does one model treat the groups more equally?"));
  EXPECT_THAT(html, HasSubstr("Private - None: -5.10, interval -7.80 to -2.40"));
}

TEST(SourcesPage, ManyPairsAreFolded) {
  const std::string html = page(edge("sources_many"));
  EXPECT_THAT(html, HasSubstr("<summary>6 more</summary>"));
  EXPECT_THAT(html, HasSubstr("<summary>All 30 differences</summary>"));
  EXPECT_THAT(html, HasSubstr("<summary>The answer for every pair</summary>"));
}

TEST(SourcesPage, TopicsShowTheirWords) {
  result::Result result = edge("sources");
  result.sources->topics = {"pain, chest", "fever, cough"};
  EXPECT_THAT(page(result), HasSubstr("<li>pain, chest</li>"));
}

TEST(SourcesPage, NothingOfItBecomesMarkup) {
  const result::Result result = edge("sources_hostile");
  const std::string html = page(result);
  EXPECT_THAT(html, Not(HasSubstr("<script")));
  EXPECT_THAT(html, HasSubstr("&lt;script&gt;"));
  EXPECT_THAT(html, Not(HasSubstr("\x1b")));
  EXPECT_THAT(html, Not(HasSubstr("nan")));
  EXPECT_THAT(html, Not(HasSubstr("inf%")));
  EXPECT_THAT(html, Not(HasSubstr(">inf")));
  EXPECT_THAT(text(result), Not(HasSubstr("\x1b")));
  EXPECT_THAT(text(result), Not(HasSubstr("nan")));
}

TEST(SourcesJson, KeysAreThoseOfTheContract) {
  const ordered_json root = ordered_json::parse(to_json(edge("sources")));
  EXPECT_THAT(
      keys(root),
      ElementsAre("schema", "version", "command", "config", "seed", "alpha", "partial", "data",
                  "findings", "sources", "groups", "costs", "levels", "comparisons", "group_tests",
                  "decomposition", "decomposition_gaps", "learning_curves", "gap_curves", "noise",
                  "clusters", "recommendation", "diagnostics", "notices", "timing", "threads"));
  EXPECT_EQ(root["levels"][1]["groups"].dump(), "[\"Female\",\"Male\"]");
  EXPECT_EQ(root["costs"][2]["estimate"], 0.442);
  EXPECT_EQ(root["learning_curves"][0]["grows"], nullptr);
  EXPECT_EQ(root["learning_curves"].back()["grows"], "Female");
  EXPECT_EQ(root["learning_curves"][0]["fit"]["identified"], false);
  EXPECT_EQ(root["noise"][0]["lower"], nullptr);
  EXPECT_EQ(root["clusters"][2]["groups"][0]["group"], "Female");
}

TEST(SourcesJson, InfiniteEndsAreNull) {
  const ordered_json root = ordered_json::parse(to_json(edge("sources")));
  EXPECT_EQ(root["gap_curves"][0]["extrapolation"].back()["interval"].dump(), "[null,0.0121]");
  EXPECT_EQ(root["gap_curves"].back()["n_for_gap_interval"].dump(), "[61234.0,null]");
  EXPECT_EQ(root["gap_curves"][0]["extrapolation"].back()["factor"], nullptr);
  EXPECT_EQ(root["gap_curves"][0]["n_for_gap"], nullptr);
  const ordered_json hostile = ordered_json::parse(to_json(edge("sources_hostile")));
  EXPECT_EQ(hostile["costs"][0]["interval"], nullptr);
  EXPECT_EQ(hostile["costs"][1]["interval"].dump(), "[null,null]");
  EXPECT_EQ(hostile["group_tests"][0]["f"], nullptr);
}

TEST(SourcesJson, ReadsBackWhatWasWritten) {
  for (const auto& [name, result] : every_result()) {
    if (!result.sources) continue;
    const std::string written = to_json(result);
    const result::Document read = from_json(written);
    ASSERT_TRUE(read.result.sources) << name;
    EXPECT_EQ(to_json(read), written) << name;
  }
  const Report before = *edge("sources").sources;
  const Report after = from_json(to_json(edge("sources"))).result.sources.value();
  EXPECT_EQ(after.gap_curves[0].extrapolation.back().interval,
            before.gap_curves[0].extrapolation.back().interval);
  EXPECT_EQ(after.gap_curves.back().n_for_gap_interval->second, kInfinity);
  EXPECT_EQ(after.gap_curves.back().n_for_gap, before.gap_curves.back().n_for_gap);
  EXPECT_EQ(after.gap_curves.back().crossings, before.gap_curves.back().crossings);
  EXPECT_EQ(after.learning_curves[0].fit->why, before.learning_curves[0].fit->why);
  EXPECT_EQ(after.learning_curves[3].points[4].sem, before.learning_curves[3].points[4].sem);
  EXPECT_EQ(after.decomposition[2].noise_range, before.decomposition[2].noise_range);
  EXPECT_EQ(after.clusters[2].groups[1].se, before.clusters[2].groups[1].se);
  EXPECT_EQ(after.clusters[2].p_value_adjusted, before.clusters[2].p_value_adjusted);
  EXPECT_EQ(after.group_tests[1].pairs[0].interval, before.group_tests[1].pairs[0].interval);
  EXPECT_EQ(after.recommendation[0].because, before.recommendation[0].because);
  EXPECT_EQ(after.models[0].fits, before.models[0].fits);
  EXPECT_EQ(after.notices, before.notices);
  EXPECT_FALSE(from_json(to_json(edge("ijdi"))).result.sources);
}

TEST(SourcesJson, DamageIsNamedByItsPath) {
  const auto message = [](const char* pointer, const ordered_json& value) -> std::string {
    ordered_json root = ordered_json::parse(to_json(edge("sources")));
    root[ordered_json::json_pointer(pointer)] = value;
    try {
      (void)from_json(root.dump());
    } catch (const InputError& error) {
      return error.what();
    }
    return "no error";
  };
  EXPECT_THAT(message("/levels/0/groups", {"one"}),
              HasSubstr("result.levels[0].groups must be a list of two"));
  EXPECT_THAT(message("/costs/3/interval", {0.1}),
              HasSubstr("result.costs[3].interval must be a list of two"));
  EXPECT_THAT(message("/gap_curves/0/points/1/n", "many"),
              HasSubstr("result.gap_curves[0].points[1].n must be a whole number"));
}

TEST(ValueRow, AxesAreRoundAndHoldZero) {
  const std::vector<double> below = {-0.071, -0.092};
  const html::ValueAxis axis = html::value_axis(below);
  EXPECT_DOUBLE_EQ(axis.low, -0.1);
  EXPECT_DOUBLE_EQ(axis.high, 0);
  const std::vector<double> nothing = {std::nan(""), kInfinity};
  EXPECT_GT(html::value_axis(nothing).high, html::value_axis(nothing).low);
}

TEST(ValueRow, DrawsWhatThereIs) {
  const html::ValueAxis axis{.low = -1, .high = 1, .step = 0.5};
  EXPECT_TRUE(html::value_row({}, {}, axis, "x").empty());
  EXPECT_TRUE(html::value_row(std::nan(""), {}, axis, "x").empty());
  const std::string dot = html::value_row(0.0, {{-kInfinity, 0.5}}, axis, "a <b>").str();
  EXPECT_THAT(dot, HasSubstr("class=\"observed-dot\" cx=\"50.00%\""));
  EXPECT_THAT(dot, HasSubstr("class=\"whisker\" x1=\"4.00%\""));
  EXPECT_THAT(dot, HasSubstr("aria-label=\"a &lt;b&gt;\""));
  EXPECT_TRUE(html::range_row({}, {}, axis, "x").empty());
  EXPECT_THAT(html::range_row({}, 0.5, axis, "x").str(), HasSubstr("range open"));
  EXPECT_THAT(html::range_row(0.1, 0.5, axis, "x").str(), Not(HasSubstr("open")));
}

TEST(ValueRow, NegativePartsStackToTheLeft) {
  const html::ValueAxis axis{.low = -1, .high = 1, .step = 0.5};
  const html::StackPart parts[] = {{"a", -0.5}, {"b", 0.5}, {"c", -0.25}, {"d", std::nan("")}};
  const std::string svg = html::stack_row(parts, -0.25, axis, "x").str();
  EXPECT_THAT(svg, HasSubstr("class=\"a\" x=\"27.00%\" y=\"4.0\" width=\"23.00%\""));
  EXPECT_THAT(svg, HasSubstr("class=\"b\" x=\"50.00%\" y=\"4.0\" width=\"23.00%\""));
  EXPECT_THAT(svg, HasSubstr("class=\"c\" x=\"15.50%\" y=\"4.0\" width=\"11.50%\""));
  EXPECT_THAT(svg, Not(HasSubstr("class=\"d\"")));
  EXPECT_THAT(svg, HasSubstr("class=\"total\" x1=\"38.50%\""));
}

TEST(CurveChart, DashesBeyondTheLargestSize) {
  html::CurveSeries series;
  series.points = {{.n = 100, .value = 0.4, .interval = {{0.35, 0.45}}}, {.n = 1000, .value = 0.3}};
  series.law = [](double n) { return 0.2 + 2 / std::sqrt(n); };
  const std::string measured =
      html::curve_chart({&series, 1}, {.scale = 100, .title = "cost, %"}, "x").str();
  EXPECT_EQ(count(measured, "class=\"law series-1\""), 1U);
  EXPECT_THAT(measured, Not(HasSubstr("beyond")));
  EXPECT_EQ(count(measured, "error-bar"), 1U);
  series.beyond = {{.n = 10000, .value = 0.22, .interval = {{-kInfinity, 0.3}}}};
  series.limit = html::CurveSeries::Point{.value = 0.2};
  const std::string svg =
      html::curve_chart({&series, 1}, {.scale = 100, .title = "cost, %"}, "x").str();
  EXPECT_EQ(count(svg, "law beyond series-1"), 1U);
  EXPECT_EQ(count(svg, "mark open"), 2U);
  EXPECT_THAT(svg, HasSubstr(">10,000</text>"));
  EXPECT_THAT(svg, Not(HasSubstr("inf")));
}

TEST(CurveChart, DifferencesStandAgainstZero) {
  html::CurveSeries series;
  series.points = {{.n = 100, .value = -0.075}, {.n = 1000, .value = -0.07}};
  EXPECT_THAT(html::curve_chart({&series, 1}, {.scale = 100}, "x").str(), Not(HasSubstr(">0<")));
  EXPECT_THAT(html::curve_chart({&series, 1}, {.scale = 100, .zero = true}, "x").str(),
              HasSubstr(">0</text>"));
}

TEST(CurveChart, SurvivesOddSeries) {
  EXPECT_TRUE(html::curve_chart({}, {}, "").empty());
  html::CurveSeries series;
  series.points = {{.n = 100, .value = std::nan("")}, {.n = 0, .value = 1}};
  EXPECT_TRUE(html::curve_chart({&series, 1}, {}, "").empty());
  series.points = {{.n = 100, .value = 0.5}, {.n = 200, .value = 0.5}};
  series.law = [](double) { return std::nan(""); };
  const std::string flat = html::curve_chart({&series, 1}, {}, "").str();
  EXPECT_EQ(count(flat, "class=\"mark series-1\""), 2U);
  EXPECT_THAT(flat, Not(HasSubstr("law")));
  EXPECT_THAT(flat, Not(HasSubstr("nan")));
}

}  // namespace
}  // namespace faultline::report
