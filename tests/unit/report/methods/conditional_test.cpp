// What is said of an audit of protected classes, in words.

#include <limits>

#include "unit/report/stored.hpp"
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "faultline/report/methods/conditional/class_notices.hpp"
#include "faultline/report/methods/conditional/criterion.hpp"
#include "faultline/report/methods/conditional/words.hpp"
#include "faultline/report/methods/shared/effect_words.hpp"
#include "faultline/report/methods/shared/model_words.hpp"
#include "faultline/report/methods/shared/plain_finding.hpp"
#include "faultline/report/methods/shared/sentences.hpp"
#include "faultline/report/methods/shared/wording.hpp"
#include "faultline/report/text.hpp"

namespace faultline::report {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Not;

TEST(Audit, ARateInWords) {
  const result::Result result = edge("audit");
  EXPECT_EQ(wording(result.findings[1]).title, "Higher false positive rate");
  EXPECT_EQ(finding_sentence(result.findings[1], result),
            "43.7 % (510 of 1,168) of those without the outcome were flagged; 26.0 % expected from "
            "comparable people outside the class; 19.4 % (278 of 1,433) observed in the same "
            "subgroup outside the class. Odds 2.63 times as high as expected.");
  EXPECT_EQ(strength_sentence(result.findings[1]),
            "Score 102.32, p = 0.005 (adjusted 0.040), proven best of 189 subgroups.");
  EXPECT_THAT(evidence_sentence(result.findings[1], result),
              HasSubstr("this counts as evidence that the false positive rate of these people is "
                        "higher than that of comparable people outside the class."));
}

TEST(Audit, AFindingSaysInWhatPeopleAreComparable) {
  const result::Result result = edge("audit");
  result::Finding finding = result.findings[1];
  finding.comparable_in = {"sex", "priors"};
  EXPECT_THAT(conditional_sentence(finding, result),
              HasSubstr("26.0 % expected from people outside the class who are comparable in sex "
                        "and priors; 19.4 %"));
  EXPECT_THAT(conditional_sentence(finding, result), Not(HasSubstr("few people")));
}

TEST(Audit, PeopleWhoAreNotComparedAreNotCountedAsIfTheyWere) {
  result::Finding finding = edge("audit").findings.front();
  ASSERT_TRUE(finding.subgroup);
  finding.not_compared.reset();
  EXPECT_EQ(plain_sentence(finding).find("can be compared"), std::string::npos);
  finding.not_compared = 55;
  EXPECT_THAT(plain_sentence(finding), ::testing::HasSubstr(" can be compared with others"));
  // Nobody is there to compare them with: the sentence may not contradict itself.
  finding.verdict = result::Verdict::not_comparable;
  EXPECT_EQ(plain_sentence(finding).find("can be compared"), std::string::npos);
}

TEST(Audit, AFindingThatRestsOnFewPeopleSaysSo) {
  const result::Result result = edge("audit");
  result::Finding finding = result.findings[1];
  finding.comparison->effective_n = 17.3;
  EXPECT_THAT(conditional_sentence(finding, result),
              HasSubstr("this rests on few people, 1,433 outside it who, weighted to resemble the "
                        "class, count for 17.3."));
  finding.n = 12;
  finding.comparison->n = 9;
  EXPECT_THAT(conditional_sentence(finding, result),
              HasSubstr("this rests on few people, 12 inside the class and 9 outside it."));
}

TEST(Audit, TheSizeComesWithTheIntervalThatCountsTheSearch) {
  result::Result result = edge("audit");
  result::Finding finding = result.findings[1];
  finding.theta_interval = {2.21, 2.93};
  finding.theta_shrunken = 2.49;
  EXPECT_EQ(size_sentence(finding, result),
            "Odds 2.63 times as high as expected: between 2.21 and 2.93 with 95 % confidence, the "
            "whole search counted; 2.49 after correcting for the search picking extremes.");
  result.alpha = 0.1;
  finding.theta_shrunken.reset();  // a subgroup that was named beforehand
  EXPECT_EQ(size_sentence(finding, result),
            "Odds 2.63 times as high as expected: between 2.21 and 2.93 with 90 % confidence.");
  finding.theta.reset();
  finding.theta_limit = result::Limit::infinity;
  finding.theta_interval = {2.21, std::numeric_limits<double>::infinity()};
  EXPECT_EQ(size_sentence(finding, result),
            "Odds at least 2.21 with 90 % confidence, times what is expected.");
}

TEST(Audit, AShiftOfLogOddsIsToldAsOdds) {
  const result::Result result = edge("audit");
  result::Finding finding = result.findings[0];
  finding.theta = -0.5;
  finding.theta_interval = {-0.7, 0.0};
  finding.theta_shrunken = -0.2;
  EXPECT_EQ(size_sentence(finding, result),
            "Predicted odds on average 0.607 times as high as expected (log-odds 0.500 lower): "
            "between 0.497 and 1.00 with 95 % confidence, the whole search counted; 0.819 after "
            "correcting for the search picking extremes.");
}

TEST(Audit, WhereNobodyIsComparableNothingElseIsSaid) {
  result::Result result = edge("audit");
  result::Finding finding = result.findings[1];
  finding.comparable_in = {"sex", "priors"};
  finding.verdict = result::Verdict::not_comparable;
  EXPECT_THAT(finding_sentence(finding, result),
              HasSubstr("the model says 26.0 %, but in the same subgroup it has hardly any people "
                        "outside the class who are comparable in sex and priors to go by"));
  finding.subgroup.reset();
  EXPECT_EQ(finding_sentence(finding, result),
            "Too few people outside the class who are comparable in sex and priors to say anything "
            "about the false positive rate.");
  EXPECT_EQ(conclusion_sentence(finding, result),
            "There are too few people to compare these with: nothing can be concluded about them, "
            "in either direction.");
  finding.verdict.reset();
  finding.search.subgroups = 0;
  EXPECT_EQ(finding_sentence(finding, result), "The false positive rate could not be computed.");
}

TEST(Audit, WhatIsSaidOfSeveralClassesIsSaidOnceAndBehindTheAnswer) {
  result::Result result = edge("audit");
  for (const char* who : {"race = African-American", "race = Native American"}) {
    result.notices.push_back(
        data::Notice::note(std::string(who) + ", fpr: membership is redrawn", who));
    result.notices.push_back(
        data::Notice::warning(std::string(who) + ": the level is not established", who));
  }
  EXPECT_THAT(class_notices(result, result::NoticeKind::note),
              ElementsAre("race = African-American and race = Native American, fpr: membership is "
                          "redrawn"));
  EXPECT_THAT(
      notices_about(*result.findings[1].protected_class, result, result::NoticeKind::warning),
      ElementsAre("the level is not established"));
  const std::string text = to_text(result, {.width = 300});
  EXPECT_LT(text.find("gave evidence of a difference"), text.find("membership is redrawn"));
  EXPECT_EQ(text.find("membership is redrawn"), text.rfind("membership is redrawn"));
}

TEST(Audit, CriteriaThatAreOneTestAreNamedTogether) {
  result::Finding finding = edge("audit").findings[1];
  finding.also = result::Criterion::tnr;
  EXPECT_EQ(scan_label(finding), "fpr, higher (tnr, lower)");
}

TEST(Audit, AMeanInWords) {
  const result::Result result = edge("audit");
  EXPECT_EQ(finding_sentence(result.findings[0], result),
            "45.0 % is the mean prediction of 1,168 people without the outcome; 38.3 % expected "
            "from comparable people outside the class; 34.9 % (1,433 people) observed in the same "
            "subgroup outside the class. Predicted odds on average 1.31 times as high as expected "
            "(log-odds 0.273 higher).");
  result::Finding lower = result.findings[0];
  lower.theta = -0.5;
  EXPECT_EQ(theta_meaning(lower), "the log-odds of the prediction are 0.500 lower than expected");
}

TEST(Audit, TheWholeClassIsNotEverybody) {
  const result::Result result = edge("audit");
  EXPECT_EQ(subgroup_words(result.findings[4]), "the whole class");
  EXPECT_THAT(finding_sentence(result.findings[4], result),
              HasSubstr("No smaller subgroup stands out more than the class as a whole."));
}

TEST(Audit, ALimitOfThetaIsARate) {
  const result::Result result = edge("audit");
  EXPECT_EQ(theta_meaning(result.findings[5]), "the rate here is 100 %");
  EXPECT_THAT(finding_sentence(result.findings[5], result), Not(HasSubstr("Odds")));
}

TEST(Audit, EveryMetricHasWordsOfItsOwn) {
  for (const describe::Word& word : words(result::Criterion{})) {
    const auto metric = static_cast<result::Criterion>(word.value);
    EXPECT_EQ(criterion(metric).metric, metric);
    EXPECT_THAT(std::string(criterion(metric).question), HasSubstr("among people"));
    result::Result result = edge("audit");
    result::Finding& finding = result.findings[1];
    finding.metric = metric;
    const bool mean =
        word.name.starts_with("balance") || metric == result::Criterion::separation_scores;
    finding.theta_name = mean ? result::ThetaName::mu : result::ThetaName::q;
    for (const auto direction : {result::Direction::higher, result::Direction::lower}) {
      finding.direction = direction;
      const std::string all = finding_sentence(finding, result) +
                              evidence_sentence(finding, result) + theta_meaning(finding) +
                              wording(finding).title + wording(finding).absence;
      EXPECT_THAT(all, Not(HasSubstr("  "))) << word.name;
      EXPECT_THAT(all, Not(HasSubstr(" ;"))) << word.name;
      EXPECT_THAT(all, Not(HasSubstr("odds of  "))) << word.name;
    }
  }
}

TEST(Audit, CriteriaThatConditionOnAllValuesSaySo) {
  result::Result result = edge("audit");
  EXPECT_THAT(finding_sentence(result.findings[2], result),
              HasSubstr("from comparable people with the same predictions outside the class"));
}

TEST(Audit, NobodyToCompareWithIsSaid) {
  const result::Result result = edge("audit_partial");
  EXPECT_THAT(finding_sentence(result.findings[1], result),
              HasSubstr("; nobody in the same subgroup outside the class."));
  EXPECT_THAT(strength_sentence(result.findings[1]), HasSubstr("best found, not proven,"));
}

TEST(Audit, FindingsAndModelsStandWithTheirClass) {
  const result::Result result = edge("audit");
  const std::vector<ClassAudit> classes = by_class(result);
  ASSERT_EQ(classes.size(), 2U);
  EXPECT_EQ(class_words(classes[1].who), "race = Native American");
  EXPECT_EQ(classes[1].findings.front().first, 5U);
  EXPECT_EQ(classes[1].findings.size(), 4U);
  EXPECT_EQ(classes[1].models.size(), 5U);
  EXPECT_THAT(metrics_of(result),
              ElementsAre(result::Criterion::balance_negative, result::Criterion::fpr,
                          result::Criterion::calibration, result::Criterion::ppv));
}

TEST(Audit, NoEvidenceNeverReadsAsFair) {
  const result::Result result = edge("audit");
  const std::vector<std::string> sentences = open_sentences(result);
  ASSERT_EQ(sentences.size(), 3U);
  EXPECT_THAT(sentences[0], HasSubstr("5 of 8 scans found a subgroup, but not enough evidence"));
  EXPECT_THAT(sentences[1], HasSubstr("1 of 8 scans found no subgroup"));
  EXPECT_THAT(sentences[2], HasSubstr("None of this shows that a class is treated like"));
  EXPECT_THAT(sentences[2], HasSubstr("a real difference can go unnoticed"));
  EXPECT_THAT(open_sentences(edge("audit_partial")).front(), HasSubstr("had no test"));

  result::Result found = result;
  found.findings.resize(2);
  EXPECT_THAT(open_sentences(found), IsEmpty());
}

TEST(Audit, TheCountOfEvidence) {
  result::Result result = edge("audit");
  EXPECT_THAT(count_sentence(result), HasSubstr("2 of 8 scans gave evidence"));
  result.findings.erase(result.findings.begin(), result.findings.begin() + 2);
  EXPECT_THAT(count_sentence(result), HasSubstr("None of 6 scans gave evidence"));
  result.findings.resize(1);
  EXPECT_THAT(count_sentence(result), HasSubstr("The scan gave no evidence of a difference"));
  result.findings[0].verdict = result::Verdict::not_comparable;
  EXPECT_EQ(count_sentence(result),
            "For " + class_words(*result.findings[0].protected_class) +
                " there is nobody comparable, or hardly anybody, so nothing can be said, in either "
                "direction.");
  result.findings.clear();
  EXPECT_EQ(count_sentence(result), "No scan was finished.");
  EXPECT_THAT(to_text(result), HasSubstr("No scan was finished."));
}

TEST(Audit, ADecisionThatIsWantedIsNoFlag) {
  result::Result result = edge("audit");
  std::erase_if(result.config, [](const auto& item) { return item.first == "harm"; });
  EXPECT_FALSE(decision_is_wanted(result));
  result.config.emplace_back("harm", std::string("negative"));
  ASSERT_TRUE(decision_is_wanted(result));
  result::Finding finding = result.findings[0];
  finding.metric = result::Criterion::tpr;
  finding.direction = result::Direction::lower;
  EXPECT_EQ(plain_title(finding), "Flagged less often with the outcome");
  EXPECT_EQ(plain_title(finding, true), "Fewer positive decisions with the outcome");
  EXPECT_THAT(plain_sentence(finding, true), HasSubstr("had a positive decision."));
  EXPECT_THAT(conditional_sentence(finding, result),
              HasSubstr("of those with the outcome had a positive decision"));
  for (int i = 0; i <= static_cast<int>(result::Criterion::sufficiency_decisions); ++i) {
    const auto metric = static_cast<result::Criterion>(i);
    EXPECT_EQ(std::string(criterion(metric, true).question).find("flagged"), std::string::npos);
    EXPECT_EQ(std::string(plain_criterion(metric, true).event).find("flagged"), std::string::npos);
  }
}

TEST(Audit, AFewWhoAreLeftOutCastNoDoubt) {
  result::Finding finding = edge("audit").findings.front();
  finding.not_compared = 1;
  finding.warnings = {data::Notice::warning(
      "1 person of the class (0.1 %) has no comparable counterpart and is left out")};
  EXPECT_EQ(doubt(finding), "");
  finding.warnings = {data::Notice::warning(
      "18 people of the class (12.4 %) have no comparable counterpart and are left out")};
  EXPECT_EQ(
      doubt(finding),
      " But 18 people of the class (12.4 %) have no comparable counterpart and are left out.");
}

TEST(Audit, ManyCovariatesAreNamedInFullOnce) {
  result::Result result = edge("audit");
  for (result::Finding& finding : result.findings)
    finding.comparable_in = {"a", "b", "c", "d", "e", "f", "g", "h", "i", "last"};
  const std::string text = to_text(result);
  EXPECT_THAT(text, HasSubstr("2 more"));
  EXPECT_THAT(text, HasSubstr("all of a, b, c, d, e, f, g, h, i and"));
}

TEST(Audit, ModelsInWords) {
  const result::Result result = edge("audit");
  EXPECT_EQ(model_name(result.models[0]), "Propensity model");
  EXPECT_EQ(model_name(result.models[2]), "Expectation model of fpr");
  EXPECT_EQ(fit_sentence(result.models[0]),
            "Logistic regression, fitted on 6,172 people; converged in 6 steps.");
  EXPECT_THAT(fit_sentence(result.models[5]), HasSubstr("tell some people apart perfectly"));
  EXPECT_EQ(calibration_sentence(result.models[2]),
            "Predicted and observed differ by 1.3 percentage points on average over 10 bins.");
  EXPECT_THAT(overlap_sentence(result.models[5]),
              HasSubstr("the heaviest 1 % of the comparison people carries 39.0 % of all weight. "
                        "The weighted comparison people tell as much as 41 unweighted ones"));
  EXPECT_THAT(overlap_sentence(result.models[5]), HasSubstr("Nobody of the class"));
  EXPECT_EQ(overlap_sentence(result.models[2]), "");
}

TEST(Audit, AModelThatFailedWarnsEvenWithoutAWarning) {
  result::Result result = edge("audit_partial");
  result::ModelReport& model = result.models[1];
  EXPECT_THAT(model_warnings(model), ElementsAre(HasSubstr("did not converge")));
  EXPECT_THAT(fit_sentence(model), HasSubstr("did not converge"));
  EXPECT_EQ(calibration_sentence(model), "");
  model.notices = {result::Notice::warning("Its own.")};
  EXPECT_THAT(model_warnings(model), ElementsAre("Its own."));
  EXPECT_THAT(model_warnings(result.models[0]), IsEmpty());
}

TEST(Audit, TheTextTellsTheStoryFirst) {
  const std::string text = to_text(edge("audit"), {.colour = false, .width = 400});
  const std::size_t story = text.find("  - Higher false positive rate: Male. 43.7 %");
  const std::size_t table = text.find("Every scan\n");
  ASSERT_NE(story, std::string::npos);
  ASSERT_NE(table, std::string::npos);
  EXPECT_LT(story, table);
  EXPECT_LT(table, text.find("What was not found"));
  EXPECT_THAT(text, HasSubstr("fpr: among people without the outcome, how many were flagged?"));
  EXPECT_THAT(text, HasSubstr("Warning      race = Native American, propensity model:"));
  EXPECT_THAT(text, HasSubstr("Every search is proven"));
}

TEST(Audit, TheTextOfAnUnprovenSearchSaysSo) {
  const std::string text = to_text(edge("audit_partial"), {.colour = false, .width = 400});
  EXPECT_THAT(text, HasSubstr("PARTIAL"));
  EXPECT_THAT(text, HasSubstr("A better subgroup may exist"));
  EXPECT_THAT(text, Not(HasSubstr("Every search is proven")));
}

TEST(Audit, ANarrowTerminalGetsAListInsteadOfATable) {
  const std::string text = to_text(edge("audit"), {.colour = false, .width = 50});
  EXPECT_THAT(text, HasSubstr("    fpr, higher: Subgroup Male, Obs. % 43.7"));
  EXPECT_THAT(text, HasSubstr("    ppv, lower: Subgroup no subgroup, Score 0\n"));
  EXPECT_THAT(text, Not(HasSubstr("Obs. %  ")));
}

}  // namespace
}  // namespace faultline::report
