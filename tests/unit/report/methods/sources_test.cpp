// Sources of discrimination in text and HTML.
#include <cmath>
#include <limits>

#include "unit/report/shown.hpp"
#include "unit/report/stored.hpp"
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "faultline/base/error.hpp"
#include "faultline/base/text.hpp"
#include "faultline/report/html.hpp"
#include "faultline/report/json/json.hpp"
#include "faultline/report/methods/sources/sections.hpp"
#include "faultline/report/methods/sources/words.hpp"
#include "faultline/report/render/display.hpp"
#include "faultline/report/text.hpp"

namespace faultline::report {
namespace {

using nlohmann::ordered_json;
using ::testing::ContainsRegex;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::Not;

using Report = result::SourcesReport;

constexpr double kInfinity = std::numeric_limits<double>::infinity();

std::string text(const result::Result& result) {
  return to_text(result, {.colour = false, .width = 400});
}

TEST(SourcesText, SaysWhatToDoBeforeTheFigures) {
  const std::string report = text(edge("sources"));
  const std::size_t advice =
      report.find("Female and Male: false negative rate [More people of one");
  const std::size_t costs = report.find("What the model costs each group");
  const std::size_t parts = report.find("Where the difference comes from");
  const std::size_t curves = report.find("What would more data do?");
  ASSERT_NE(curves, std::string::npos);
  EXPECT_LT(advice, costs);
  EXPECT_LT(costs, parts);
  EXPECT_LT(parts, curves);
  // With several pieces of advice, only the first reason of each.
  EXPECT_THAT(report, HasSubstr("- Female people are missed more often: 44.2 %"));
  EXPECT_THAT(report, Not(HasSubstr("- 4.7 of the 9.4 points are variance")));
  EXPECT_THAT(report, HasSubstr("and 2 more reasons; `html` and `json` have them all"));
  result::Result one = edge("sources");
  one.sources->recommendation.resize(1);
  EXPECT_THAT(text(one), HasSubstr("- 4.7 of the 9.4 points are variance"));
  EXPECT_THAT(text(one), Not(HasSubstr("more reasons")));
}

TEST(SourcesText, ReasonsForDoingNothingStandOnThePage) {
  const std::string report = text(real("sources_given"));
  EXPECT_THAT(report, HasSubstr("A and all others [No clear difference]"));
  EXPECT_THAT(report, Not(HasSubstr("In false positive rate, A minus all others is")));
  EXPECT_THAT(page(real("sources_given")),
              HasSubstr("In false positive rate, A minus all others is"));
}

TEST(SourcesText, TooFewPeopleIsNotNothingToActOn) {
  result::Result result = real("sources_given");
  for (auto& one : result.sources->recommendation) {
    if (one.action != result::Action::none) continue;
    one.advice = "Too few people to tell.";
    one.because = {"In error rate, A minus all others is 3.2 points, not tested."};
  }
  EXPECT_THAT(text(result), HasSubstr("A and all others [Too few people]"));
}

TEST(SourcesText, TwoGroupsFitTwoScreens) {
  const std::string report = to_text(edge("sources"));
  EXPECT_LE(count(report, "\n"), 80U);
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
  EXPECT_THAT(report, Not(HasSubstr("Differences between groups")));
  // Where names are long, intervals stand below their costs.
  result::Result result = edge("sources");
  result.sources->groups[0].group = "People whose name is long";
  for (Report::Cost& cost : result.sources->costs) {
    if (cost.group == "Female") cost.group = "People whose name is long";
  }
  EXPECT_THAT(to_text(result),
              HasSubstr("  FNR                                 44.2          34.8  "
                        "       9.4  < 0.0001\n"
                        "                              41.9 to 46.5  33.9 to 35.7\n"));
}

TEST(SourcesText, AucOfTwoGroupsIsOneLineAndOfMoreForThePage) {
  Report report;
  report.groups = {{.group = "f", .n = 100}, {.group = "m", .n = 200}};
  report.costs = {{.model = "forest", .group = "f", .estimate = 0.1, .n = 100}};
  report.aucs = {{.model = "forest",
                  .group = "f",
                  .auc = 0.9123,
                  .se = 0.01,
                  .interval = {{0.89, 0.93}},
                  .positive = 40,
                  .negative = 60},
                 {.model = "forest", .group = "m", .positive = 9, .negative = 191}};
  const Section two = aucs_section(report);
  ASSERT_EQ(two.blocks.size(), 1U);
  EXPECT_EQ(two.blocks[0].detail, Detail::brief);
  const Table& line = std::get<Table>(two.blocks[0].content);
  const std::vector<Cell>& cells = line.groups.at(0).rows.at(0).cells;
  EXPECT_EQ(cells[0].note, "40 with, 60 without and 9 with, 191 without the outcome");
  EXPECT_EQ(cells[2].text, "0.912");
  EXPECT_EQ(cells[2].note, "0.890 to 0.930");
  EXPECT_EQ(cells[3].text, "too few");
  EXPECT_EQ(cells[4].text, kNone);  // no difference to it

  report.groups.push_back({.group = "x", .n = 300});
  report.aucs.push_back({.model = "forest", .group = "x", .auc = 0.8, .interval = {{0.7, 0.9}}});
  report.auc_gaps = {{.model = "forest",
                      .groups = {"f", "x"},
                      .difference = 0.1123,
                      .interval = {{0.01, 0.2}},
                      .p_value = 0.02,
                      .p_value_adjusted = 0.02}};
  const Section three = aucs_section(report);
  ASSERT_EQ(three.blocks.size(), 2U);
  EXPECT_EQ(three.blocks[0].detail, Detail::full);
  EXPECT_EQ(std::get<Table>(three.blocks[0].content).groups.at(0).rows.size(), 3U);
  const Table& gaps = std::get<Table>(three.blocks[1].content);
  EXPECT_EQ(gaps.groups.at(0).rows.at(0).cells[0].text, "f - x");
  EXPECT_EQ(gaps.groups.at(0).rows.at(0).cells[1].text, "0.112");
}

TEST(SourcesText, MorePeopleInsideAClusterOnlyWhereIntervalsTell) {
  result::Result result = edge("sources");
  Report& report = *result.sources;
  report.cluster_tests = {{.cluster = "job = cook",
                           .metric = result::CostMetric::zero_one,
                           .groups = {"Female", "Male"},
                           .gap = 0.3,
                           .named = true}};
  const auto inside = [](std::string group, double today, double then, double low, double high) {
    return Report::Forecast{.group = std::move(group),
                            .metric = result::CostMetric::zero_one,
                            .cluster = "job = cook",
                            .points = {{.n = 1000, .mean = today}},
                            .at = {{.factor = 10, .value = then, .interval = {{low, high}}}}};
  };
  report.forecasts = {inside("Female", 0.4, 0.39, 0.35, 0.43),
                      inside("Male", 0.1, 0.09, 0.07, 0.1)};
  EXPECT_THAT(
      text(result),
      HasSubstr("In 'job = cook' more people are not expected to close the difference: with "
                "10 times as many, the error rate there would be 39.0 % (35.0 to 43.0) for "
                "Female and 9.0 % (7.0 to 10.0) for Male."));
  report.forecasts[0] = inside("Female", 0.4, 0.2, 0.08, 0.35);
  EXPECT_THAT(
      text(result),
      HasSubstr("In 'job = cook' more people are expected to help: with 10 times as many, "
                "the error rate there would be 20.0 % (8.0 to 35.0) for Female, after 40.0 % "
                "today."));
  report.forecasts[0] = inside("Female", 0.4, 0.2, 0.12, 0.35);
  EXPECT_THAT(text(result), HasSubstr("after 40.0 % today, but still above that of Male."));
  report.forecasts[0] = inside("Female", 0.4, 0.2, 0.08, 0.45);
  EXPECT_THAT(text(result), Not(HasSubstr("In 'job = cook' more people")));
}

TEST(SourcesText, WhatIsLeftOutIsCounted) {
  const std::string report = text(edge("sources_many"));
  EXPECT_THAT(report, HasSubstr("and 9 more pairs; `html` and `json` have them all"));
  EXPECT_THAT(report, HasSubstr("and 20 more costs; `html` and `json` have them all"));
  EXPECT_THAT(report, HasSubstr("and 22 more differences; `html` and `json` have them all"));
  EXPECT_THAT(report, HasSubstr("logistic: 31 of 425 fits did not converge."));
  EXPECT_LE(count(to_text(edge("sources_many")), "\n"), 170U);
}

TEST(SourcesText, AnswersNameTheLevelAskedFor) {
  const std::string report = text(edge("sources"));
  EXPECT_THAT(report, HasSubstr("- False positive rate, down to 1.0 points: not by more data"));
  EXPECT_THAT(report,
              HasSubstr("More of Female alone\n  - False negative rate, down to 1.0 points: "
                        "about 180,000"));
}

TEST(SourcesText, ALimitThatThePointsDoNotTellIsNoNumber) {
  const Table table = horizon_table(*edge("sources").sources, "");
  std::vector<std::string> heads;
  for (const Column& column : table.columns) heads.push_back(column.head);
  EXPECT_THAT(heads, ElementsAre("Trained on", "39,073 people", "2 times", "5 times", "10 times",
                                 "without limit"));
  EXPECT_EQ(table.columns[3].detail, Detail::full);
  const std::vector<Row>& rows = table.groups.at(0).rows;
  EXPECT_EQ(rows.at(0).cells.back().text, "not known");
  EXPECT_EQ(rows.at(0).cells.back().note, "below 1.2");
  EXPECT_EQ(rows.at(1).cells.back().text, "4.3");
}

TEST(SourcesText, DifferencesOfTwoGroupsAreWhatIsShownOfTheirParts) {
  const std::string report = text(edge("sources"));
  EXPECT_THAT(report, HasSubstr("FNR: Female - Male        9.4    1.6   3.1     4.7 (4.0 to 5.3)"));
  EXPECT_THAT(report, HasSubstr("and 8 more rows; `html` and `json` have them all"));
}

TEST(SourcesText, PartsThatWereNotRunAreNotThere) {
  const std::string report = text(edge("sources_bare"));
  EXPECT_THAT(report, HasSubstr("FNR                            n/a"));
  EXPECT_THAT(report, HasSubstr("PARTIAL"));
  EXPECT_THAT(report, HasSubstr("No advice was worked out"));
  for (const char* heading : {"Where the difference", "What would more data", "Bounds on",
                              "Where the groups differ", "Left out"}) {
    EXPECT_THAT(report, Not(HasSubstr(heading)));
  }
}

TEST(SourcesText, GivenPredictionsOfANumberStayInItsUnit) {
  const std::string report = text(edge("sources_given"));
  EXPECT_THAT(report, HasSubstr("in squared units of the outcome"));
  EXPECT_THAT(report, HasSubstr("MSE   6.21 (5.80 to 6.62)"));
  EXPECT_THAT(report, HasSubstr("MSE: Private - None, old_score"));
  EXPECT_THAT(report, HasSubstr("MSE, old_score (F = 9.40, p = 0.0035): Private - None"));
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
  EXPECT_EQ(gap_range(binary, {{std::nan(""), 1}}), kNone);
  EXPECT_EQ(cost_range(binary, {}), kNone);
  EXPECT_EQ(p_cell(0.0), "< 0.0001");
  EXPECT_EQ(p_cell(0.0496), "0.0496");
  EXPECT_EQ(p_cell({}), kNone);
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
  EXPECT_THAT(html,
              HasSubstr("<li>False negative rate, down to 1.0 points: about 180,000 people of "
                        "group Female (61,000 or more"));
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
  for (const char* heading : {"Differences between groups", "Do the groups differ over the folds?",
                              "How many people it would take"}) {
    EXPECT_THAT(html, ContainsRegex(std::string("<summary><h[34]>") + heading)) << heading;
  }
  // Of twelve pieces of advice six stand open.
  const std::string advice = html.substr(0, html.find("id=\"costs\""));
  EXPECT_EQ(count(advice, "<summary>"), 6U);
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

}  // namespace
}  // namespace faultline::report
