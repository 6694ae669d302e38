// Two models side by side as a document: what is said first, and what never reads as fair.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "faultline/report/html.hpp"
#include "faultline/report/json/json.hpp"
#include "faultline/report/methods/compare/words.hpp"
#include "faultline/report/text.hpp"

namespace faultline::report {
namespace {

using result::Criterion;
using ::testing::HasSubstr;
using ::testing::Not;

std::string text(const result::Result& result) {
  return to_text(result, {.colour = false, .width = 900});
}

/// One finding and one change.
result::Result compared(Criterion loss, bool worse, double p) {
  result::Result made;
  made.command = result::Command::compare;
  made.data.rows = made.data.rows_used = 400;
  result::CompareReport& report = made.compare.emplace();
  report.before = "old";
  report.after = "new";
  report.tests = 1;
  report.families = 2;
  report.changes.push_back(
      {.text = "everybody",
       .n_before = 400,
       .n_after = 400,
       .metric = result::RateName::fpr,
       .before = 0.2,
       .after = 0.3,
       .difference = 0.1,
       .interval = std::pair{0.05, 0.15},
       .p_value = p,
       .p_value_adjusted = p,
       .test = result::RateTest::mcnemar,
       .worse = true,
       .verdict = p <= 0.05 ? result::Verdict::evidence : result::Verdict::not_enough});
  result::Finding& finding = made.findings.emplace_back();
  finding.method = result::Method::paired_loss_scan;
  finding.metric = loss;
  finding.direction = worse ? result::Direction::higher : result::Direction::lower;
  finding.worse = worse;
  finding.subgroup = result::NamedValues{{"sex", {"F"}}};
  finding.text = "sex = F";
  finding.n = 100;
  finding.observed = worse ? 0.23 : 0.18;
  finding.expected = worse ? 0.18 : 0.23;
  finding.comparison = result::Rate{.n = 300, .observed = 0.2};
  finding.theta_name = result::ThetaName::mu;
  finding.theta = finding.observed - finding.expected;
  finding.theta_interval = std::pair{0.01, 0.08};
  finding.theta_shrunken = 0.03;
  finding.score = finding.log_likelihood_ratio = 8;
  finding.search.subgroups = 7;
  finding.search.certified = true;
  finding.replicates = 999;
  finding.p_value = finding.p_value_adjusted = p;
  finding.significant = p <= 0.05;
  finding.verdict = p <= 0.05 ? result::Verdict::evidence : result::Verdict::not_enough;
  return made;
}

TEST(CompareDocument, SaysFirstForWhomItGotWorse) {
  const std::string words = text(compared(Criterion::error, true, 0.001));
  EXPECT_THAT(words, HasSubstr("The new model errs more often than the old one for the 100 people "
                               "with sex = F (25.0 % of all): 23.0 % of its decisions are wrong, "
                               "against 18.0 % of the old model's."));
  EXPECT_THAT(words,
              HasSubstr("there is evidence that the false positive rate of everybody got worse"));
  EXPECT_THAT(words, HasSubstr("5.0 points"));
  EXPECT_THAT(words, HasSubstr("95 % interval over the whole search 1.0 points to 8.0 points"));
  EXPECT_THAT(to_html(to_json(compared(Criterion::error, true, 0.001))), HasSubstr(">Worse<"));
  EXPECT_THAT(words, HasSubstr("with every person's two losses exchanged at random"));
}

TEST(CompareDocument, NotEnoughEvidenceNeverReadsAsFair) {
  const std::string words = text(compared(Criterion::brier, true, 0.4));
  EXPECT_THAT(words, HasSubstr("There is not enough evidence that it got worse for anybody. That "
                               "does not show that nobody fares worse"));
  EXPECT_THAT(words, HasSubstr("It does not show that the new model is as good as the old one for "
                               "every subgroup"));
  EXPECT_THAT(words, Not(HasSubstr("Worse")));
}

TEST(CompareDocument, EveryLossHasItsWords) {
  EXPECT_THAT(text(compared(Criterion::brier, true, 0.001)),
              HasSubstr("The new model predicts worse than the old one"));
  EXPECT_THAT(text(compared(Criterion::log_loss, true, 0.001)),
              HasSubstr("gives less probability to what happened than the old one"));
  EXPECT_THAT(text(compared(Criterion::error, false, 0.001)),
              HasSubstr("errs less often than the old one"));
}

TEST(CompareDocument, OfADamagedResultNothingBreaks) {
  result::Result made = compared(Criterion::fpr, true, 0.001);
  made.findings.front().subgroup->clear();
  made.findings.front().theta.reset();
  made.compare->changes.front().difference.reset();
  made.compare->changes.front().interval.reset();
  EXPECT_THAT(text(made), HasSubstr("all 100 people together"));
  EXPECT_THAT(to_html(to_json(made)), HasSubstr("Side by side"));
  made.compare.reset();
  EXPECT_THAT(text(made), Not(HasSubstr("Side by side")));
}

TEST(CompareDocument, ReadsBackWhatItWrote) {
  const result::Result made = compared(Criterion::error, true, 0.001);
  const std::string json = to_json(made);
  EXPECT_EQ(to_json(from_json(json)), json);
}

}  // namespace
}  // namespace faultline::report
