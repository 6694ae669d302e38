// A mitigation as a document, in text and HTML, and its JSON.
#include "unit/report/shown.hpp"
#include "unit/report/stored.hpp"
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "faultline/base/error.hpp"
#include "faultline/report/html.hpp"
#include "faultline/report/json/json.hpp"
#include "faultline/report/methods/mitigation/cutoff_words.hpp"
#include "faultline/report/methods/mitigation/ledger_words.hpp"
#include "faultline/report/methods/mitigation/points_words.hpp"
#include "faultline/report/methods/mitigation/words.hpp"
#include "faultline/report/text.hpp"

namespace faultline::report {
namespace {

using nlohmann::ordered_json;
using ::testing::HasSubstr;
using ::testing::Not;

std::string text(const result::Result& result) {
  return to_text(result, {.colour = false, .width = 300});
}

TEST(Mitigation, RulesAreSentencesInOrder) {
  const result::Result result = edge("mitigate");
  EXPECT_EQ(rule_sentence(result.mitigation->rules[0]),
            "Everybody is flagged when the score is above 0.5.");
  EXPECT_EQ(rule_sentence(result.mitigation->rules[2]),
            "\u201crace African-American, priors 1 to 5 or None\u201d are flagged when their score "
            "is above 0.591216.");
  EXPECT_THAT(rule_sentence(edge("mitigate_groups").mitigation->rules[1]),
              HasSubstr("score is at least 0.558502."));
  EXPECT_EQ(rule_sentence(edge("mitigate_randomize").mitigation->rules[0]),
            "Everybody is flagged when the score is above a threshold drawn for each person, "
            "evenly between 0.250 and 0.750.");
  EXPECT_THAT(text(result), HasSubstr("the last rule that fits a person decides"));
  EXPECT_THAT(text(edge("mitigate_randomize")), Not(HasSubstr("the last rule that fits")));
}

TEST(Mitigation, SaysItsPrice) {
  result::MitigationReport report;
  report.before = {{.n = 100, .tpr = 0.526, .accuracy = 0.658, .selection_rate = 0.365}};
  EXPECT_EQ(price_sentence(report), "");
  report.after = {{.n = 100, .tpr = 0.109, .accuracy = 0.582, .selection_rate = 0.065}};
  EXPECT_EQ(price_sentence(report),
            "Of all people 6.5 % are flagged now, 36.5 % before. Of those with the outcome, 89.1 % "
            "are missed now, 47.4 % before. 58.2 % of decisions are right now, 65.8 % before.");
}

TEST(Mitigation, ACorrectionSaysWhatItDidAndWhomItMadeWorse) {
  const result::Result result = edge("mitigate");
  EXPECT_EQ(
      correction_sentence(result.mitigation->corrections[1], *result.mitigation),
      "\u201crace African-American, priors 1 to 5 or None\u201d (score 9.37, p = 0.001) had a "
      "false positive rate of 28.1 % among 1,485 people without the outcome, against 18.2 % "
      "outside. At most 19.7 % may exceed the threshold; with the threshold 0.591216 it is "
      "12.0 %.");
  for (const std::string& report : {text(result), page(result)}) {
    EXPECT_THAT(report, HasSubstr("by correction 2: Female, race Caucasian"));
    EXPECT_THAT(report, HasSubstr("now exceeds what base rates justify"));
    EXPECT_THAT(report, Not(HasSubstr("No correction made")));
  }
  result::Result gentle = result;
  gentle.mitigation->corrections[1].worse.clear();
  EXPECT_THAT(text(gentle), HasSubstr("No correction made another"));
  EXPECT_THAT(page(gentle), HasSubstr("No correction made another"));
}

TEST(Mitigation, ABrokenPromiseIsSaid) {
  result::MitigationReport report = *edge("mitigate").mitigation;
  report.corrections[0].rate_after = report.corrections[0].target + 0.001;
  EXPECT_THAT(correction_sentence(report.corrections[0], report),
              HasSubstr("the promise is not kept"));
}

TEST(Mitigation, RandomisedThresholdsStateTheirLimits) {
  result::Result result = edge("mitigate_randomize");
  for (const std::string& report : {text(result), page(result)}) {
    EXPECT_THAT(report, HasSubstr("in expectation"));
    EXPECT_THAT(report, HasSubstr("constant within each group"));
    EXPECT_THAT(report, HasSubstr("within the guarantee"));
  }
  EXPECT_THAT(text(result), HasSubstr("so lambda has to be at least 2.00; lambda = 2 is within"));
  result.mitigation->lambda = 1.5;
  EXPECT_THAT(text(result), HasSubstr("lambda = 1.5 is NOT within the guarantee"));
  EXPECT_THAT(text(edge("mitigate")), Not(HasSubstr("in expectation")));
}

TEST(Mitigation, BeforeAndAfterStandTogether) {
  const result::Result result = edge("mitigate_randomize");
  const std::vector<BeforeAfter> rows = before_and_after(*result.mitigation);
  ASSERT_EQ(rows.size(), 3U);
  EXPECT_EQ(rows[1].before->subgroup, rows[1].after->subgroup);
  EXPECT_EQ(rows[2].after, nullptr);
  result::MitigationReport report = *result.mitigation;
  report.before.clear();
  ASSERT_EQ(before_and_after(report).size(), 2U);
  EXPECT_EQ(before_and_after(report)[0].before, nullptr);
  EXPECT_EQ(before_and_after(report)[0].any().n, 6172);
}

TEST(Mitigation, TheSummarySaysHowManyChangeAndHowItEnded) {
  const std::string report = text(edge("mitigate"));
  EXPECT_THAT(report, HasSubstr("2 corrections were made. The new decision differs from the old "
                                "one for 674 people (10.9 % of all)."));
  EXPECT_THAT(report, HasSubstr("How it ended: What the last scan found"));
  EXPECT_THAT(page(edge("mitigate")), HasSubstr("How it ended: "));
  EXPECT_THAT(report, HasSubstr("- The old decisions: \u201crace African-American, Hispanic or"));
  EXPECT_THAT(report, HasSubstr("- The new decisions: \u201cMale, race Hispanic or Other"));
  EXPECT_THAT(page(edge("mitigate")), HasSubstr("<summary><h3>The new decisions"));
  EXPECT_THAT(text(edge("mitigate_groups")), HasSubstr("- The last scan: "));
  EXPECT_THAT(text(edge("mitigate_randomize")), Not(HasSubstr("What the scans found")));
}

TEST(Mitigation, ThresholdsAreToldOnTheScaleThatPeopleKnow) {
  result::MitigationReport report;
  const result::Cutoff plain{.comparator = result::Comparator::above, .threshold = 0.5};
  const result::Cutoff lot{
      .comparator = result::Comparator::above, .threshold = 0.55, .boundary_share = 0.342};
  EXPECT_EQ(cutoff_words(plain, report), "a score above 0.5");
  EXPECT_EQ(cutoff_cell(plain, report), "> 0.5");
  EXPECT_EQ(cutoff_words(lot, report),
            "a score above 0.55, and 34.2 % of those exactly at it, by lot");
  report.risk_score = "decile";
  report.risk_scores = {{"1", 0.2}, {"5", 0.4}, {"6", 0.55}, {"7", 0.6}, {"10", 0.8}};
  EXPECT_EQ(cutoff_words(plain, report), "decile 6 or more");
  EXPECT_EQ(cutoff_words(lot, report), "decile 7 or more, and 34.2 % of those with 6, by lot");
  EXPECT_EQ(cutoff_cell(lot, report), "7 or more + 34.2 % of 6");
  EXPECT_EQ(cutoff_words({.threshold = 0.8}, report), "no score at all");
  EXPECT_EQ(cutoff_words({.threshold = 0.8, .boundary_share = 0.5}, report),
            "50.0 % of those with 10, by lot");
  EXPECT_EQ(cutoff_cell({.threshold = 0.1}, report), "any");
  EXPECT_EQ(cutoff_cell({.comparator = result::Comparator::at_least, .threshold = 0.8}, report),
            "10");
  // Shares of positives need not rise with the score.
  report.risk_scores[4].prediction = 0.3;
  EXPECT_EQ(cutoff_cell(plain, report), "6 or 7");
  EXPECT_EQ(rule_sentence({.text = "everybody"}, report),
            "Everybody is flagged with decile 6 or 7.");
}

result::MitigationReport with_ledger(double low, double high) {
  result::MitigationReport report;
  report.points.emplace();
  report.points->thresholds.resize(1);
  report.strength = 0.5;
  report.lambda = 0.5;
  report.changed = 30;
  report.no_longer = 20;
  report.made_from = 500;
  report.tested_on = 400;
  report.ledger.emplace();
  report.ledger->costs.disparity = 4;
  report.ledger->before = {.false_positives = 50, .false_negatives = 60, .cost = 180};
  report.ledger->after = {.false_positives = 45, .false_negatives = 64, .cost = 150};
  report.ledger->change = -30;
  report.ledger->interval = std::pair{low, high};
  report.ledger->worth = high < 0  ? result::Worth::less
                         : low > 0 ? result::Worth::more
                                   : result::Worth::unclear;
  return report;
}

TEST(Mitigation, SaysOnlyWhatTheIntervalSupports) {
  EXPECT_EQ(worth_sentence(with_ledger(-50, -10)),
            "At these costs the correction is worth it: the cost goes from 180 to 150, a change of "
            "-30 (95 % interval -50 to -10).");
  EXPECT_THAT(worth_sentence(with_ledger(-70, 10)),
              HasSubstr("These people do not tell whether the correction is worth it"));
  EXPECT_THAT(worth_sentence(with_ledger(5, 10)), HasSubstr("is not worth it"));
  result::MitigationReport nothing = with_ledger(-1, 1);
  nothing.ledger->interval.reset();
  EXPECT_EQ(worth_sentence(nothing), "As nothing changes, nothing is gained and nothing lost.");
  EXPECT_EQ(worth_sentence({}), "");
  EXPECT_THAT(costs_sentence(*nothing.ledger, result::ErrorRate::fpr),
              HasSubstr("beyond what is justified 4.00: these follow from lambda"));
  nothing.ledger->costs = {.false_positive = 0, .false_negative = 0};
  nothing.ledger->interval = std::pair{-40.0, -20.0};
  nothing.ledger->worth = result::Worth::less;
  EXPECT_THAT(worth_sentence(nothing), HasSubstr("Errors count nothing at lambda = 0"));
  EXPECT_THAT(worth_sentence(nothing), Not(HasSubstr("At these costs the correction is worth it")));
  EXPECT_THAT(costs_sentence(*nothing.ledger, result::ErrorRate::fpr),
              HasSubstr("With lambda = 0"));
}

TEST(Mitigation, TellsFirstWhatChangesForHowManyNewPeople) {
  result::MitigationReport report = with_ledger(-50, -10);
  EXPECT_THAT(smooth_sentence(report, {}),
              HasSubstr("Among 400 people whom the rules were not made from, 20 who were flagged "
                        "before no longer are, and 10 are newly flagged (7.5 % of decisions "
                        "change)."));
  EXPECT_THAT(people_sentence(report, {}), HasSubstr("made from 500 people"));
  report.ledger->groups = {
      {.text = "up to 3 points", .rate_before = 0.1, .rate_after = 0.15, .justified = 0.16},
      {.text = "4 points or more", .rate_before = 0.5, .rate_after = 0.4, .justified = 0.35}};
  EXPECT_EQ(groups_sentence(report),
            "The false positive rate of people with 4 points or more falls from 50.0 % to 40.0 %, "
            "where base rates justify 35.0 %; the false positive rate of people with up to 3 "
            "points rises from 10.0 % to 15.0 %, where base rates justify 16.0 %.");
  report.strength = 0;
  EXPECT_THAT(smooth_sentence(report, {}), HasSubstr("All thresholds stay as they are, for the"));
  report.tested_on.reset();
  EXPECT_THAT(people_sentence(report, {}), HasSubstr("people the rules were made from"));
  EXPECT_THAT(smooth_limits(report).front(), HasSubstr("flatter the rules"));
}

TEST(Mitigation, NothingOfItBecomesMarkup) {
  const std::string html = page(edge("ijdi_hostile"));
  EXPECT_THAT(html, Not(HasSubstr("<script")));
  EXPECT_THAT(html, Not(HasSubstr("\x1b")));
  EXPECT_THAT(html, Not(HasSubstr(">nan")));
  EXPECT_THAT(text(edge("ijdi_hostile")), Not(HasSubstr("\x1b")));
}

TEST(Mitigation, BlocksStandBesideTheFindings) {
  const ordered_json root = ordered_json::parse(to_json(edge("mitigate")));
  std::vector<std::string> keys;
  for (const auto& [key, value] : root.items()) keys.push_back(key);
  EXPECT_THAT(keys, ::testing::ElementsAre("schema", "version", "command", "config", "seed",
                                           "alpha", "partial", "data", "findings", "mitigation",
                                           "rules", "before", "after", "corrections", "diagnostics",
                                           "notices", "timing", "threads"));
  EXPECT_EQ(root["rules"][0]["subgroup"].dump(), "{}");
  EXPECT_TRUE(root["rules"][0]["width"].is_null());
  EXPECT_TRUE(root["before"][1]["score"].is_null());
}

TEST(Mitigation, DamageIsNamedByItsPath) {
  ordered_json root = ordered_json::parse(to_json(edge("mitigate")));
  root["rules"][1].erase("comparator");
  try {
    (void)from_json(root.dump());
    FAIL() << "no error";
  } catch (const InputError& error) {
    EXPECT_THAT(error.what(), HasSubstr("result.rules[1].comparator must be there"));
  }
}

}  // namespace
}  // namespace faultline::report
