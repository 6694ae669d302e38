// A mitigation in text, HTML and JSON.
#include "sample_results.hpp"
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "faultline/base/error.hpp"
#include "faultline/report/html.hpp"
#include "faultline/report/json.hpp"
#include "faultline/report/mitigation_words.hpp"
#include "faultline/report/text.hpp"

namespace faultline::report {
namespace {

using nlohmann::ordered_json;
using ::testing::HasSubstr;
using ::testing::Not;

std::string page(const audit::Result& result) { return to_html(to_json(result)); }
std::string text(const audit::Result& result) {
  return to_text(result, {.colour = false, .width = 300});
}

TEST(Mitigation, RulesAreSentencesInOrder) {
  const audit::Result result = samples::mitigate();
  EXPECT_EQ(rule_sentence(result.mitigation->rules[0]),
            "Everybody is flagged when the score is above 0.5.");
  EXPECT_EQ(rule_sentence(result.mitigation->rules[2]),
            "\u201crace African-American, priors 1 to 5 or None\u201d are flagged when their score "
            "is above 0.591216.");
  EXPECT_THAT(rule_sentence(samples::mitigate_groups().mitigation->rules[1]),
              HasSubstr("score is at least 0.558502."));
  EXPECT_EQ(rule_sentence(samples::mitigate_randomize().mitigation->rules[0]),
            "Everybody is flagged when the score is above a threshold drawn for each person, "
            "evenly between 0.250 and 0.750.");
  EXPECT_THAT(text(result), HasSubstr("the last rule that fits a person decides"));
  EXPECT_THAT(text(samples::mitigate_randomize()), Not(HasSubstr("the last rule that fits")));
}

TEST(Mitigation, ACorrectionSaysWhatItDidAndWhomItMadeWorse) {
  const audit::Result result = samples::mitigate();
  EXPECT_EQ(
      correction_sentence(result.mitigation->corrections[1], *result.mitigation),
      "\u201crace African-American, priors 1 to 5 or None\u201d (score 9.37, p = 0.001) had a "
      "false positive rate of 28.1 % among 1,485 people without the outcome, against 18.2 % "
      "outside. At most 19.7 % may exceed the threshold; with the threshold 0.591216 it is "
      "12.0 %.");
  for (const std::string& report : {text(result), page(result)}) {
    EXPECT_THAT(report, HasSubstr("now exceeds what base rates justify"));
    EXPECT_THAT(report, Not(HasSubstr("No correction made")));
  }
  audit::Result gentle = result;
  gentle.mitigation->corrections[1].worse.clear();
  EXPECT_THAT(text(gentle), HasSubstr("No correction made another"));
  EXPECT_THAT(page(gentle), HasSubstr("No correction made another"));
}

TEST(Mitigation, ABrokenPromiseIsSaid) {
  audit::MitigationReport report = *samples::mitigate().mitigation;
  report.corrections[0].rate_after = report.corrections[0].target + 0.001;
  EXPECT_THAT(correction_sentence(report.corrections[0], report),
              HasSubstr("the promise is not kept"));
}

TEST(Mitigation, RandomisedThresholdsStateTheirLimits) {
  audit::Result result = samples::mitigate_randomize();
  for (const std::string& report : {text(result), page(result)}) {
    EXPECT_THAT(report, HasSubstr("in expectation"));
    EXPECT_THAT(report, HasSubstr("constant within each group"));
    EXPECT_THAT(report, HasSubstr("within the guarantee"));
  }
  EXPECT_THAT(text(result), HasSubstr("so lambda has to be at least 2.00; lambda = 2 is within"));
  result.mitigation->lambda = 1.5;
  EXPECT_THAT(text(result), HasSubstr("lambda = 1.5 is NOT within the guarantee"));
  EXPECT_THAT(text(samples::mitigate()), Not(HasSubstr("in expectation")));
}

TEST(Mitigation, BeforeAndAfterStandTogether) {
  const audit::Result result = samples::mitigate_randomize();
  const std::vector<BeforeAfter> rows = before_and_after(*result.mitigation);
  ASSERT_EQ(rows.size(), 3U);
  EXPECT_EQ(rows[1].before->subgroup, rows[1].after->subgroup);
  EXPECT_EQ(rows[2].after, nullptr);
  audit::MitigationReport report = *result.mitigation;
  report.before.clear();
  ASSERT_EQ(before_and_after(report).size(), 2U);
  EXPECT_EQ(before_and_after(report)[0].before, nullptr);
  EXPECT_EQ(before_and_after(report)[0].any().n, 6172);
}

TEST(Mitigation, TheSummarySaysHowManyChangeAndHowItEnded) {
  const std::string report = text(samples::mitigate());
  EXPECT_THAT(report, HasSubstr("2 corrections were made. The new decision differs from the old "
                                "one for 674 people (10.9 % of all)."));
  EXPECT_THAT(report, HasSubstr("How it ended: What the last scan found"));
  EXPECT_THAT(page(samples::mitigate()), HasSubstr("How it ended: "));
  EXPECT_THAT(report, HasSubstr("- The old decisions: \u201crace African-American, Hispanic or"));
  EXPECT_THAT(report, HasSubstr("- The new decisions: \u201cMale, race Hispanic or Other"));
  EXPECT_THAT(page(samples::mitigate()), HasSubstr("<strong>The new decisions</strong>"));
  EXPECT_THAT(text(samples::mitigate_groups()), HasSubstr("- Scan 1: "));
  EXPECT_THAT(text(samples::mitigate_randomize()), Not(HasSubstr("What the scans found")));
}

TEST(Mitigation, NothingOfItBecomesMarkup) {
  const std::string html = page(samples::ijdi_hostile());
  EXPECT_THAT(html, Not(HasSubstr("<script")));
  EXPECT_THAT(html, Not(HasSubstr("\x1b")));
  EXPECT_THAT(html, Not(HasSubstr(">nan")));
  EXPECT_THAT(text(samples::ijdi_hostile()), Not(HasSubstr("\x1b")));
}

TEST(Mitigation, BlocksStandBesideTheFindings) {
  const ordered_json root = ordered_json::parse(to_json(samples::mitigate()));
  std::vector<std::string> keys;
  for (const auto& [key, value] : root.items()) keys.push_back(key);
  EXPECT_THAT(keys, ::testing::ElementsAre("schema", "version", "command", "config", "seed",
                                           "alpha", "partial", "data", "findings", "mitigation",
                                           "rules", "before", "after", "corrections", "diagnostics",
                                           "warnings", "timing", "threads"));
  EXPECT_EQ(root["rules"][0]["subgroup"].dump(), "{}");
  EXPECT_TRUE(root["rules"][0]["width"].is_null());
  EXPECT_TRUE(root["before"][1]["score"].is_null());
}

TEST(Mitigation, ReadsBack) {
  const audit::MitigationReport before = *samples::mitigate().mitigation;
  const audit::MitigationReport after =
      from_json(to_json(samples::mitigate())).result.mitigation.value();
  EXPECT_EQ(after.method, "iterative");
  EXPECT_EQ(after.error, "fpr");
  EXPECT_EQ(after.lambda, 1);
  EXPECT_EQ(after.changed, 674);
  EXPECT_EQ(after.ended, before.ended);
  ASSERT_EQ(after.rules.size(), 3U);
  EXPECT_EQ(after.rules[1].subgroup, before.rules[1].subgroup);
  EXPECT_EQ(after.rules[1].threshold, before.rules[1].threshold);
  ASSERT_EQ(after.after.size(), 3U);
  EXPECT_EQ(after.after[0].score, before.after[0].score);
  EXPECT_EQ(after.after[2].fpr, before.after[2].fpr);
  EXPECT_EQ(after.after[2].selection_rate, before.after[2].selection_rate);
  ASSERT_EQ(after.corrections.size(), 2U);
  EXPECT_EQ(after.corrections[1].worse, before.corrections[1].worse);
  EXPECT_EQ(after.corrections[1].target, before.corrections[1].target);
  EXPECT_EQ(from_json(to_json(samples::mitigate_randomize())).result.mitigation->rules[0].width,
            0.25);
  EXPECT_FALSE(from_json(to_json(samples::ijdi())).result.mitigation);
}

TEST(Mitigation, DamageIsNamedByItsPath) {
  ordered_json root = ordered_json::parse(to_json(samples::mitigate()));
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
