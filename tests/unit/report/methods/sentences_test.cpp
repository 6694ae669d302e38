#include "faultline/report/methods/shared/sentences.hpp"

#include "unit/report/stored.hpp"
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "faultline/report/methods/shared/finding_blocks.hpp"
#include "faultline/report/methods/shared/wording.hpp"

namespace faultline::report {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

TEST(Sentences, AFindingInWords) {
  const result::Result result = edge("compas");
  EXPECT_EQ(finding_sentence(result.findings[0], result),
            "Among the 1,221 people of the subgroup \u201cpriors Over 5\u201d (19.8 % of all), "
            "71.4 % had the outcome "
            "where the predictions expect 60.2 %: 872 people against 735.4 expected.");
  EXPECT_EQ(evidence_sentence(result.findings[0], result),
            "None of the 999 data sets simulated as if the predictions were right for everybody "
            "gave a score this high "
            "(p = 0.001, the smallest value possible with 999 replicates). At the level 0.05, "
            "adjusted for the other "
            "tests of this run (p = 0.002), this counts as evidence that the predictions are too "
            "low for these people.");
  EXPECT_EQ(search_sentence(result.findings[0]),
            "All 11,907 subgroups were compared: this is the proven best.");
}

TEST(Sentences, OnePersonIsSingular) {
  result::Result result = edge("compas");
  result.findings[0].observed_count = 1;
  EXPECT_THAT(finding_sentence(result.findings[0], result), HasSubstr(": 1 person against 735.4"));
}

TEST(Sentences, DirectionLowerSaysPredictionsTooHigh) {
  const result::Result result = edge("compas");
  EXPECT_EQ(wording(result.findings[1]).title, "Outcome less frequent than predicted");
  EXPECT_THAT(evidence_sentence(result.findings[1], result),
              HasSubstr("the predictions are too high"));
}

TEST(Sentences, NotEnoughEvidenceNeverReadsAsFair) {
  const result::Result result = edge("inconclusive");
  EXPECT_EQ(verdict(result.findings[0], 0.05), Verdict::not_significant);
  EXPECT_THAT(evidence_sentence(result.findings[0], result),
              HasSubstr("It does not show that the predictions are right for every subgroup"));
  EXPECT_EQ(verdict(result.findings[1], 0.05), Verdict::nothing_found);
  EXPECT_THAT(finding_sentence(result.findings[1], result),
              HasSubstr("This does not show that the predictions are right for every subgroup"));
  for (const auto& [name, sample] : every_result()) {
    for (const result::Finding& finding : sample.findings) {
      const std::string words =
          finding_sentence(finding, sample) + evidence_sentence(finding, sample);
      EXPECT_THAT(words, Not(HasSubstr(" fair"))) << name;
    }
  }
}

TEST(Sentences, NothingFoundIsProvenOrNot) {
  result::Finding none = edge("inconclusive").findings[1];
  EXPECT_EQ(search_sentence(none),
            "All 21 subgroups were compared: proven that none scores above 0.");
  none.search.certified = false;
  none.search.strategy = result::Strategy::ascent;
  EXPECT_THAT(search_sentence(none), HasSubstr("A better subgroup may exist."));
}

TEST(Sentences, Everybody) {
  const result::Result result = edge("everybody");
  EXPECT_EQ(subgroup_words(result.findings[0]), "everybody");
  EXPECT_THAT(finding_sentence(result.findings[0], result),
              HasSubstr("Among all 1,000 people, 50.0 %"));
  EXPECT_THAT(finding_sentence(result.findings[0], result),
              HasSubstr("No smaller subgroup stands out more than everybody"));
}

TEST(Sentences, NoTestAndDegenerateNull) {
  const result::Result untested = edge("untested");
  EXPECT_EQ(verdict(untested.findings[0], 0.05), Verdict::not_tested);
  EXPECT_THAT(evidence_sentence(untested.findings[0], untested), HasSubstr("No test was run"));
  const result::Result degenerate = edge("degenerate");
  EXPECT_EQ(verdict(degenerate.findings[0], 0.05), Verdict::no_p_value);
  EXPECT_THAT(evidence_sentence(degenerate.findings[0], degenerate),
              HasSubstr("99 replicates is degenerate"));
}

TEST(Sentences, VerdictFollowsTheAdjustedPValueWhenNobodyDecided) {
  result::Finding finding = edge("compas").findings[0];
  finding.significant = {};
  EXPECT_EQ(verdict(finding, 0.002), Verdict::significant);
  EXPECT_EQ(verdict(finding, 0.0015), Verdict::not_significant);
}

TEST(Sentences, PartialSaysSo) {
  const result::Result result = edge("partial");
  EXPECT_THAT(evidence_sentence(result.findings[0], result), HasSubstr("The run was interrupted"));
  EXPECT_THAT(evidence_sentence(result.findings[0], result), HasSubstr("about 30.8 % give"));
}

TEST(Sentences, ATestThatStoppedEarlySaysSo) {
  const result::Result result = edge("compas");
  result::Finding finding = result.findings[0];
  finding.verdict_risk = 0.001;
  EXPECT_THAT(evidence_sentence(finding, result),
              HasSubstr("999 replicates; no more were needed, because the verdict was settled)."));
}

TEST(Sentences, AscentAndBoundsAreNotSoldAsProof) {
  EXPECT_EQ(search_sentence(edge("partial").findings[0]),
            "A search of 3,200,000,000 possible subgroups from 50 random starts, 37 of which ended "
            "here. A better subgroup may exist; its score cannot exceed 9.50.");
  result::Finding bounded = edge("compas").findings[0];
  bounded.search.strategy = result::Strategy::bounded;
  EXPECT_EQ(search_sentence(bounded),
            "Branch and bound covered all 11,907 subgroups: this is the proven best.");
  bounded.search.strategy = result::Strategy::ascent;
  EXPECT_EQ(search_sentence(bounded),
            "None of the 11,907 subgroups can score higher: this is the proven best.");
  bounded.search.strategy = result::Strategy::bounded;
  bounded.search.certified = false;
  EXPECT_EQ(search_sentence(bounded),
            "Best of 11,907 subgroups evaluated out of 11,907. A better subgroup may exist.");
}

TEST(Sentences, LowerRanksMakeNoClaimOfTheirOwn) {
  EXPECT_THAT(search_sentence(edge("top_three").findings[1]),
              HasSubstr("Number 2 of the distinct subgroups"));
}

TEST(Sentences, RanksThatWereFoundOneByOneSaySo) {
  result::Result result = edge("top_three");
  result::Finding& second = result.findings[1];
  second.verdict = result::Verdict::evidence;
  EXPECT_EQ(search_sentence(second),
            "Found after the predictions of the subgroup before it were corrected. All 21 "
            "subgroups were compared: this is the proven best.");
  second.rank = 3;
  EXPECT_THAT(search_sentence(second), HasSubstr("predictions of the 2 subgroups before it"));
}

TEST(Sentences, AProvenPValueNeedsNoDataSets) {
  result::Result result = edge("compas");
  result::Finding& finding = result.findings[0];
  finding.proven = true;
  finding.p_value = finding.p_value_adjusted = 4.8e-14;
  finding.replicates = 0;
  finding.theta_shrunken = 1.5;
  EXPECT_THAT(evidence_sentence(finding, result),
              HasSubstr("with a probability of at most 5e-14: proven, with the whole search "
                        "counted, and without redrawing anything"));
  EXPECT_EQ(p_value_cell(finding), "5e-14");
  finding.theta_shrunken.reset();
  EXPECT_THAT(evidence_sentence(finding, result), HasSubstr("at most 5e-14: proven, and without"));
  finding.search.subgroups = 1;
  EXPECT_EQ(search_sentence(finding), "The subgroup was named beforehand: nothing was searched.");
}

TEST(Sentences, InfiniteThetaInWords) {
  const result::Result result = edge("infinite_theta");
  EXPECT_EQ(theta_meaning(result.findings[0]), "everyone here had the outcome");
  EXPECT_EQ(theta_meaning(result.findings[1]), "no one here had the outcome");
}

}  // namespace
}  // namespace faultline::report
