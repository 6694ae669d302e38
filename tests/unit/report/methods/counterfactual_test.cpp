// Counterfactual error rates as a document, as it is rendered, and in JSON.
#include "unit/report/shown.hpp"
#include "unit/report/stored.hpp"
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "faultline/base/error.hpp"
#include "faultline/report/html.hpp"
#include "faultline/report/json/json.hpp"
#include "faultline/report/methods/counterfactual/charts.hpp"
#include "faultline/report/methods/counterfactual/gap_sentences.hpp"
#include "faultline/report/methods/counterfactual/group_tables.hpp"
#include "faultline/report/methods/counterfactual/sentences.hpp"
#include "faultline/report/methods/counterfactual/tables.hpp"
#include "faultline/report/methods/document_of.hpp"
#include "faultline/report/methods/shared/model_words.hpp"
#include "faultline/report/render/markdown.hpp"
#include "faultline/report/text.hpp"

namespace faultline::report {
namespace {

using nlohmann::ordered_json;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Not;
using ::testing::StartsWith;

using Report = result::CounterfactualReport;

std::string text(const result::Result& result) {
  return to_text(result, {.colour = false, .width = 900});
}

TEST(CounterfactualReport, TheLargestGapComesFirstWithItsGroups) {
  const result::Result result = edge("counterfactual");
  const Report& report = *result.counterfactual;
  const std::vector<std::string> sentences = short_sentences(report, report.decisions[0]);
  ASSERT_EQ(sentences.size(), 4U);
  EXPECT_EQ(sentences[0],
            "Counterfactual false negatives (cFNR, not flagged, among people who would have had "
            "the outcome without treatment): the largest gap is 23.1 percentage points, 49.3 % in "
            "\u201cA1 = 0, A2 = 1\u201d against 26.2 % in \u201cA1 = 0, A2 = 0\u201d. The 95 % "
            "interval of the largest gap, whichever groups it is between, is 15.3 to 26.6 points. "
            "999 of 999 random reassignments of the "
            "protected attributes gave a smaller one (u-value 1.000).");
  EXPECT_THAT(sentences[1], HasSubstr("the largest gap is 17.5 percentage points"));
  EXPECT_THAT(sentences[2],
              HasSubstr("is 12.1 points; had nobody been treated it is 14.4. The first is too "
                        "small by 0.8 to 3.7 points for the same groups had nobody been treated."));
  EXPECT_THAT(sentences[3], HasSubstr("That is no clear difference."));
}

TEST(CounterfactualReport, StoriesDependOnWhichGapIsLarger) {
  result::Result result = edge("counterfactual");
  Report::Decision& decision = result.counterfactual->decisions[0];
  decision.cfnr.avg_minus_obs.interval = {{-0.09, -0.02}};
  EXPECT_THAT(short_sentences(*result.counterfactual, decision)[2],
              HasSubstr("The first is too large by 2.0 to 9.0 points"));
}

TEST(CounterfactualReport, AnIntervalThatReachesZeroSaysSo) {
  result::Result result = edge("counterfactual");
  Report::Decision& decision = result.counterfactual->decisions[0];
  decision.cfnr.max.intervals.adaptive = {{0, 0.2}};
  EXPECT_THAT(short_sentences(*result.counterfactual, decision)[0],
              HasSubstr("0 to 20.0 points, so no gap at all is among the plausible values."));
}

TEST(CounterfactualReport, AUValueProvesNothing) {
  for (const std::string& report : {text(edge("counterfactual")), page(edge("counterfactual"))}) {
    EXPECT_THAT(report, HasSubstr("A high u-value is no proof of harm, and a low one no proof of "
                                  "fairness."));
  }
  EXPECT_THAT(text(edge("counterfactual_two")), HasSubstr("by more than 1.0 points"));
  EXPECT_EQ(u_value_sentence(*edge("counterfactual_bare").counterfactual), "");
}

TEST(CounterfactualReport, TiesOfAUValueAreSaid) {
  Report report = *edge("counterfactual").counterfactual;
  report.ties = result::UTies::half;
  EXPECT_THAT(short_sentences(report, report.decisions[0])[0],
              HasSubstr("gave a smaller one, equal ones counting half (u-value 1.000)."));
  EXPECT_THAT(u_value_sentence(report),
              HasSubstr("the gap was smaller than in the data, equal ones counting half."));
  report.ties = result::UTies::inclusive;
  EXPECT_THAT(short_sentences(report, report.decisions[0])[0],
              HasSubstr("gave a smaller or equal one (u-value 1.000)."));
}

TEST(CounterfactualReport, NumbersDoNotRoundAcrossAMeaning) {
  EXPECT_EQ(u_value_words(1), "1.000");
  EXPECT_EQ(u_value_words(0.99967), "> 0.999");
  EXPECT_EQ(u_value_words(0.0003), "< 0.001");
  EXPECT_EQ(u_value_words(0), "0.000");
  EXPECT_EQ(points(0), "0");
  EXPECT_EQ(points(-0.0334), "-3.3");
  EXPECT_EQ(points(0.0003), "0.03");
}

TEST(CounterfactualReport, WithoutPermutationsAndResamplesItSaysSo) {
  const result::Result result = edge("counterfactual_bare");
  for (const std::string& report : {text(result), page(result)}) {
    EXPECT_THAT(report, HasSubstr("No permutations were made, so there are no u-values."));
    EXPECT_THAT(report, HasSubstr("No resamples were drawn, so there are no intervals."));
    EXPECT_THAT(report, Not(HasSubstr("no proof of harm")));
  }
  EXPECT_THAT(page(result), Not(HasSubstr("The paper&#39;s kinds of interval")));
  EXPECT_THAT(page(result), Not(HasSubstr("Against attributes shuffled")));
}

TEST(CounterfactualReport, GroupsWithoutARateAreNamedWithCountsAndReasons) {
  const result::Result result = edge("counterfactual_bare");
  EXPECT_THAT(
      excluded_sentences(*result.counterfactual),
      ElementsAre("\u201cA1 = 2, A2 = 0\u201d: 0 people, 0 untreated; not estimable: nobody "
                  "is in this group.",
                  "\u201cA1 = 2, A2 = 1\u201d: 9 people, 2 untreated; not estimable: no "
                  "untreated person has the outcome."));
  for (const std::string& report : {text(result), page(result)}) {
    EXPECT_THAT(report, HasSubstr("Groups that the summaries leave out"));
  }
  EXPECT_THAT(text(edge("counterfactual")), Not(HasSubstr("summaries leave out")));
  result::Result many = result;
  many.counterfactual->notices.assign(200, result::Notice::excluded("An empty group."));
  EXPECT_EQ(count(text(many), "An empty group."), 10U);
  EXPECT_THAT(text(many), HasSubstr("and 190 more groups; `html` and `json` have them all"));
}

TEST(CounterfactualReport, OneGroupAloneHasNoGap) {
  const std::string report = text(edge("counterfactual_nothing"));
  EXPECT_THAT(report, HasSubstr("fewer than two groups have a rate of enough people"));
  EXPECT_THAT(report, HasSubstr("- \u201cA1 = 2, A2 = 0\u201d: 0 people; nobody"));
  EXPECT_THAT(report, HasSubstr("The propensity of 1 person was moved"));
}

TEST(CounterfactualReport, TheOtherEstimatorsStandBeside) {
  const result::Result weighted = edge("counterfactual");
  const result::Result robust = edge("counterfactual_two");
  const auto heads = [](const result::Result& result) {
    const Report& report = *result.counterfactual;
    std::vector<std::string> list;
    for (const Column& column : rates_table(report, report.decisions[0]).columns) {
      list.push_back(column.head);
    }
    return list;
  };
  EXPECT_THAT(heads(weighted), ElementsAre("Group", "People", "Untreated", "Rate", "95 % interval",
                                           "Observed", "Regression", "Doubly robust"));
  EXPECT_THAT(heads(robust), ElementsAre("Group", "People", "Untreated", "Rate", "95 % interval",
                                         "Observed", "Weighting", "Regression"));
}

TEST(CounterfactualReport, TheAdaptiveIntervalIsShownWhereThereIsOne) {
  result::Result result = edge("counterfactual");
  Report& report = *result.counterfactual;
  const auto shown = [&](std::size_t row) {
    const RowGroup negatives = gaps_table(report, report.decisions[0]).groups[1];
    EXPECT_EQ(negatives.title, "cFNR");
    return negatives.rows[row].cells.back().text;
  };
  EXPECT_EQ(shown(0), "10.3 to 16.9");
  EXPECT_EQ(shown(3), kNone);
  report.decisions[0].cfnr.avg.intervals.adaptive = {{0.11, 0.18}};
  EXPECT_EQ(shown(0), "11.0 to 18.0");
  // Another kind never stands in for it.
  report.decisions[0].cfnr.avg.intervals.adaptive.reset();
  EXPECT_EQ(shown(0), kNone);
}

TEST(CounterfactualReport, EqualRatesAreNoGap) {
  result::Result result = edge("counterfactual");
  result.counterfactual->decisions[0].cfnr.max.estimate = 0;
  EXPECT_THAT(short_sentences(*result.counterfactual, result.counterfactual->decisions[0])[1],
              HasSubstr("all groups with enough people have the same rate."));
}

TEST(CounterfactualReport, ThePageHasEveryIntervalAndBothCharts) {
  const std::string html = page(edge("counterfactual"));
  EXPECT_THAT(html, HasSubstr("The paper&#39;s kinds of interval"));
  EXPECT_EQ(count(html, "aria-label=\"Histogram of the average gap in cF"), 2U);
  EXPECT_EQ(count(html, "A2 = 1, cFNR "), 2U);
  EXPECT_THAT(html, HasSubstr("in the data: 14.4"));
  EXPECT_THAT(html, HasSubstr("(ignorability)"));
  EXPECT_THAT(html, Not(HasSubstr("<script")));
}

TEST(CounterfactualReport, ModelsSpeakOfTreatmentNotOfAClass) {
  const std::string html = page(edge("counterfactual_two"));
  EXPECT_THAT(html, HasSubstr("Overlap of treated and untreated people"));
  EXPECT_THAT(html, HasSubstr("above, the treated ("));
  EXPECT_THAT(html, Not(HasSubstr("the class")));
  EXPECT_THAT(html, Not(HasSubstr("comparison people")));
  EXPECT_THAT(html, HasSubstr("weights: logistic 81.0"));
  EXPECT_EQ(model_name(edge("counterfactual_two").models[1]),
            "Treatment model, decision new_model");
  EXPECT_THAT(text(edge("counterfactual_two")),
              HasSubstr("Treatment model, decision new_model: 1.9 % of the untreated"));
}

TEST(CounterfactualReport, PartialRunsCountWhatIsFinished) {
  const result::Result result = edge("counterfactual_partial");
  EXPECT_THAT(text(result), HasSubstr("PARTIAL"));
  EXPECT_THAT(text(result), HasSubstr("u-values from 120 permutations."));
  EXPECT_THAT(page(result), HasSubstr("Partial result: "));
}

TEST(CounterfactualReport, SeveralDecisionsHaveASectionEachAndDifferences) {
  const result::Result result = edge("counterfactual_two");
  const std::string html = page(result);
  EXPECT_THAT(html, HasSubstr("id=\"decision-1\""));
  EXPECT_THAT(html, HasSubstr("href=\"#decision-2\""));
  EXPECT_THAT(html, HasSubstr("Decisions compared"));
  EXPECT_THAT(
      text(result),
      HasSubstr("S - new_model, cFNR\n  Average gap (avg)          5.0 to 9.4         7.2"));
  EXPECT_THAT(text(result), HasSubstr("borrows from 2,000 people in external.csv"));
}

TEST(CounterfactualReport, NothingOfItBecomesMarkup) {
  const std::string html = page(edge("counterfactual_hostile"));
  EXPECT_THAT(html, Not(HasSubstr("<script")));
  EXPECT_THAT(html, Not(HasSubstr("\x1b")));
  EXPECT_THAT(html, Not(HasSubstr(">nan")));
  EXPECT_THAT(text(edge("counterfactual_hostile")), Not(HasSubstr("\x1b")));
}

TEST(CounterfactualJson, OneDecisionStandsAtTheTop) {
  const ordered_json root = ordered_json::parse(to_json(edge("counterfactual")));
  EXPECT_THAT(keys(root),
              ElementsAre("schema", "version", "command", "config", "seed", "alpha", "partial",
                          "data", "findings", "counterfactual", "groups", "summary", "positivity",
                          "diagnostics", "notices", "timing", "threads"));
  EXPECT_EQ(root["groups"][1]["group"].dump(), "{\"A1\":\"0\",\"A2\":\"1\"}");
  EXPECT_EQ(root["groups"][1]["status"], "ok");
  EXPECT_EQ(root["groups"][1]["cfnr"]["estimate"], 0.493171635789079);
  EXPECT_THAT(keys(root["summary"]["cfpr"]), ElementsAre("avg", "max", "var", "sd", "marg", "obs",
                                                         "avg_minus_obs", "sensitivity"));
  EXPECT_THAT(keys(root["summary"]["cfpr"]["avg"]["intervals"]),
              ElementsAre("t", "t_rescaled", "normal", "percentile", "adaptive"));
  EXPECT_EQ(root["summary"]["cfnr"]["max"]["pair"][1], "A1 = 0, A2 = 1");
  EXPECT_FALSE(root["summary"]["cfnr"]["avg"].contains("pair"));
  EXPECT_EQ(root["summary"]["cfnr"]["avg"]["null_values"].size(), 999U);
  EXPECT_FALSE(root["summary"]["cfnr"]["max"].contains("null_values"));
  EXPECT_GT(root["summary"]["cfnr"]["max"]["null_quantiles"]["0.95"],
            root["summary"]["cfnr"]["max"]["null_quantiles"]["0.5"]);
}

TEST(CounterfactualJson, SeveralDecisionsStandInAList) {
  const ordered_json root = ordered_json::parse(to_json(edge("counterfactual_two")));
  EXPECT_FALSE(root.contains("groups"));
  ASSERT_EQ(root["by_decision"].size(), 2U);
  EXPECT_THAT(keys(root["by_decision"][1]),
              ElementsAre("decision", "groups", "summary", "positivity"));
  EXPECT_EQ(root["differences"].size(), 6U);
  EXPECT_EQ(root["small_groups"][0]["groups"][1]["cfnr_borrowed"], nullptr);
  EXPECT_EQ(root["diagnostics"]["models"][1]["ensemble_weights"]["logistic"], 0.81);
  EXPECT_FALSE(root["diagnostics"]["models"][0].contains("ensemble_weights"));
}

TEST(CounterfactualJson, DamageIsNamedByItsPath) {
  ordered_json root = ordered_json::parse(to_json(edge("counterfactual")));
  root["summary"]["cfnr"]["max"]["pair"] = {"one"};
  try {
    (void)from_json(root.dump());
    FAIL() << "no error";
  } catch (const InputError& error) {
    EXPECT_THAT(error.what(), HasSubstr("result.summary.cfnr.max.pair must be a list of two"));
  }
}

TEST(CounterfactualReport, MarkdownHasTheRatesThatAPageDraws) {
  const std::string words = render_markdown(document_of({.result = edge("counterfactual")}));
  EXPECT_THAT(words, HasSubstr("| Group | cFPR | cFNR |"));
  EXPECT_THAT(words, HasSubstr("| **49.3 %**<br>("));
}

/// The marks of a rate that has what is given.
std::vector<PlotMark::Form> marks(const std::optional<double>& rate,
                                  const Report::Interval& interval,
                                  const std::optional<double>& observed) {
  Report report;
  Report::Decision& decision = report.decisions.emplace_back();
  Report::Group& group = decision.groups.emplace_back();
  group.cfpr.estimate = rate;
  group.cfpr.interval = interval;
  group.observed_fpr = observed;
  std::vector<PlotMark::Form> forms;
  const Table table = rates_plot(report, decision);
  for (const PlotMark& mark : table.groups[0].rows[0].cells[1].plot->marks) {
    forms.push_back(mark.form);
  }
  return forms;
}

TEST(CounterfactualChart, DrawsWhatThereIs) {
  using enum PlotMark::Form;
  EXPECT_THAT(marks({}, {}, {}), IsEmpty());
  EXPECT_THAT(marks({}, {}, 0.5), ElementsAre(ring));
  // The ring last: over a dot at the same place it is seen.
  EXPECT_THAT(marks(0.25, {{0.2, 0.3}}, 0.5), ElementsAre(interval, dot, ring));
}

TEST(CounterfactualChart, ARateWithoutEstimateSaysWhy) {
  const Report report = *edge("counterfactual_bare").counterfactual;
  const Table table = rates_plot(report, report.decisions[0]);
  const Cell& cell = table.groups[0].rows.back().cells[2];
  EXPECT_EQ(cell.text, "not estimable");
  EXPECT_THAT(cell.note, StartsWith("(no untreated person has the outcome"));
}

TEST(CounterfactualChart, BothRatesShareAnAxisThatEndsAt100Percent) {
  Report report = *edge("counterfactual").counterfactual;
  Report::Decision& decision = report.decisions[0];
  EXPECT_LT(rates_plot(report, decision).groups[0].axis.high, 1);
  decision.groups[0].cfnr.estimate = 1.4;  // as regression can be
  EXPECT_EQ(rates_plot(report, decision).groups[0].axis.high, 1);
}

TEST(CounterfactualChart, CountsEveryPermutationAndReachesBelowZero) {
  Report::Decision decision;
  Report::AverageGap& average = decision.cfpr.avg;
  average.estimate = 0.02;
  EXPECT_THAT(permutation_figures(decision), IsEmpty());
  average.null = {0.01, 0.01, 0.02, 0.03};
  average.intervals.adaptive = {{-0.05, 0.04}};
  const std::vector<Figure> figures = permutation_figures(decision);
  ASSERT_EQ(figures.size(), 1U);
  EXPECT_EQ(figures[0].title, "Counterfactual false positives");
  const Chart& chart = figures[0].chart;
  EXPECT_EQ(chart.across.range->first, -0.05);
  EXPECT_EQ(chart.positions[0].at, 0.02);
  EXPECT_EQ(chart.positions[0].interval, average.intervals.adaptive);
  double counted = 0;
  for (const Point& bar : chart.series[0].points) counted += bar.y;
  EXPECT_EQ(counted, 4);
}

}  // namespace
}  // namespace faultline::report
