// A mitigation as a document, in text and HTML, and its JSON.
#include "unit/report/shown.hpp"
#include "unit/report/stored.hpp"
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "faultline/base/error.hpp"
#include "faultline/report/html.hpp"
#include "faultline/report/json/json.hpp"
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
