// The first screen of a counterfactual audit: in words that need no statistics.
#include "unit/report/stored.hpp"
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "faultline/report/methods/counterfactual/gap_sentences.hpp"
#include "faultline/report/methods/counterfactual/group_tables.hpp"
#include "faultline/report/methods/counterfactual/plain_gaps.hpp"
#include "faultline/report/methods/counterfactual/unseen_section.hpp"
#include "faultline/report/methods/counterfactual/words.hpp"
#include "faultline/report/text.hpp"

namespace faultline::report {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::Not;
using ::testing::StartsWith;

using Report = result::CounterfactualReport;

/// The edge case with intervals for its pairs, none of them told apart.
result::Result with_pairs() {
  result::Result result = edge("counterfactual");
  Report::Decision& decision = result.counterfactual->decisions[0];
  for (const CounterfactualRate rate : kBothRates) {
    auto& pairs = (rate == CounterfactualRate::cfpr ? decision.cfpr : decision.cfnr).pairs;
    for (std::size_t a = 0; a < decision.groups.size(); ++a) {
      for (std::size_t b = a + 1; b < decision.groups.size(); ++b) {
        const double difference = *rate_of(decision.groups[a], rate).estimate -
                                  *rate_of(decision.groups[b], rate).estimate;
        pairs.push_back({.groups = {decision.groups[a].text, decision.groups[b].text},
                         .difference = difference,
                         .se = 0.2,
                         .interval = {{difference - 0.5, difference + 0.5}}});
      }
    }
  }
  return result;
}

std::string missed_words(const result::Result& result) {
  const Report& report = *result.counterfactual;
  for (const Verdicts::Line& line : plain_verdicts(report, report.decisions[0], "").list) {
    if (line.title == "Missed") return line.badge.words + ": " + line.words;
  }
  return "";
}

TEST(CounterfactualFirstScreen, NamesTwoGroupsAndHowManyPeopleTheyRestOn) {
  result::Result result = with_pairs();
  auto& pairs = result.counterfactual->decisions[0].cfnr.pairs;
  for (Report::Pair& pair : pairs) pair.interval = {{pair.difference - 0.1, pair.difference + 0.1}};
  const std::string words = missed_words(result);
  EXPECT_THAT(words,
              StartsWith("Evidence of a difference: Of people who would have had the "
                         "outcome without treatment, 49.3 % were not flagged in \u201cA1 = "
                         "0, A2 = 1\u201d and 26.2 % in \u201cA1 = 0, A2 = 0\u201d. The first "
                         "figure rests on "));
  EXPECT_THAT(words, HasSubstr("With 95 % confidence the difference is between 13.1 and 33.1 "
                               "percentage points, all pairs of groups considered."));
}

TEST(CounterfactualFirstScreen, SaysWhatIsOpen) {
  result::Result result = with_pairs();
  Report::Decision& decision = result.counterfactual->decisions[0];
  EXPECT_THAT(missed_words(result),
              HasSubstr("But taken together the groups do differ: by 10.3 percentage points or "
                        "more on average"));
  decision.cfnr.avg.intervals.adaptive = {{0, 0.2}};
  EXPECT_THAT(missed_words(result), StartsWith("Not enough evidence: "));
  EXPECT_THAT(missed_words(result),
              HasSubstr("That can be chance: in truth the first may be anything between 26.9 "
                        "points lower and 73.1 higher. It does not show that the groups are "
                        "treated alike."));
}

TEST(CounterfactualFirstScreen, AHeadlineNeedsPeople) {
  result::Result result = with_pairs();
  Report::Decision& decision = result.counterfactual->decisions[0];
  decision.groups[1].cfnr.n = 3;
  EXPECT_THAT(missed_words(result), Not(HasSubstr("49.3 %")));
  EXPECT_THAT(missed_words(result),
              HasSubstr("1 group with fewer than 10 such people is not looked at here."));
  for (Report::Group& group : decision.groups) group.cfnr.n = 3;
  EXPECT_THAT(missed_words(result), HasSubstr("so nothing is concluded"));
}

TEST(CounterfactualFirstScreen, HasNeitherCodesNorOptions) {
  const std::string report = to_text(with_pairs(), {.colour = false, .width = 900});
  const std::string first = report.substr(0, report.find("In numbers"));
  ASSERT_LT(first.size(), report.size());
  for (const char* code : {"cFNR", "cFPR", "u-value", "`", "--", "propensity", "avg"})
    EXPECT_THAT(first, Not(HasSubstr(code)));
}

TEST(CounterfactualFirstScreen, SaysHowStrongTheUnseenWouldHaveToBe) {
  result::Result result = with_pairs();
  Report::Sensitivity& of = result.counterfactual->decisions[0].cfnr.sensitivity;
  EXPECT_EQ(unseen_sentence(result, result.counterfactual->decisions[0]), "");
  of.holds_to = 1.3;
  of.vanishes_at = 1.62;
  const std::string sentence = unseen_sentence(result, result.counterfactual->decisions[0]);
  EXPECT_THAT(sentence, HasSubstr("Missed: if it makes people's odds of being treated up to 1.3 "
                                  "times as high, or as low"));
  EXPECT_THAT(sentence, HasSubstr("At 1.62 times, the estimates of all groups could be equal."));
  EXPECT_THAT(sentence, Not(HasSubstr("Flagged needlessly")));
  // What nothing that is looked at could explain is said once.
  of.holds_to = 10;
  of.vanishes_at.reset();
  const std::string never = unseen_sentence(result, result.counterfactual->decisions[0]);
  EXPECT_THAT(never, HasSubstr("Missed: no, not even something that makes people's odds of being "
                               "treated 10 times as high, or as low"));
  EXPECT_THAT(never, Not(HasSubstr("all groups")));
}

TEST(CounterfactualFirstScreen, ARateOfZeroIsNotCalledAlike) {
  result::Result result = with_pairs();
  Report::Decision& decision = result.counterfactual->decisions[0];
  // Not told apart: the answer is about the others.
  decision.groups[1].cfnr.weighted = 0;
  decision.cfnr.sensitivity.holds_to = 1.3;
  decision.cfnr.sensitivity.vanishes_at = 1.62;
  EXPECT_THAT(unseen_sentence(result, decision),
              HasSubstr("all groups but those with a rate of 0 or 100 % could be equal."));
  // Told apart: there is no answer.
  decision.cfnr.sensitivity = {.why = "A1 = 0, A2 = 1 has a rate of 0"};
  decision.cfnr.pairs[0].interval = {{-0.6, -0.3}};
  const std::string sentence = unseen_sentence(result, decision);
  EXPECT_THAT(sentence,
              HasSubstr("Missed: that cannot be said, because A1 = 0, A2 = 1 has a rate of 0."));
  EXPECT_THAT(sentence, Not(HasSubstr("For comparison")));
}

TEST(CounterfactualFirstScreen, TheNumbersNameTheSameGroups) {
  result::Result result = with_pairs();
  Report::Decision& decision = result.counterfactual->decisions[0];
  // Groups 1 and 2 are 49.3 % and 29.7 %; only these two are told apart.
  for (Report::Pair& pair : decision.cfnr.pairs) {
    if (pair.groups == std::pair(decision.groups[1].text, decision.groups[2].text))
      pair.interval = {{0.05, 0.3}};
  }
  EXPECT_THAT(short_sentences(*result.counterfactual, decision)[0],
              HasSubstr("the largest gap of two groups that are told apart is 19.6 percentage "
                        "points, 49.3 % in \u201cA1 = 0, A2 = 1\u201d against 29.7 % in "
                        "\u201cA1 = 1, A2 = 0\u201d; the largest of all, 23.1, is of two that "
                        "are not."));
}

TEST(CounterfactualFirstScreen, DecisionsAreComparedByTheirInterval) {
  Report report = *edge("counterfactual_two").counterfactual;
  report.differences = {{.rate = CounterfactualRate::cfnr,
                         .summary = result::SummaryKind::avg,
                         .decisions = {"S", "T"},
                         .estimate = -0.072,
                         .interval = {{-0.15, -0.01}}}};
  EXPECT_THAT(change_sentences(report),
              ElementsAre(HasSubstr("between 1.0 and 15.0 percentage points smaller under "
                                    "\u201cS\u201d than under \u201cT\u201d (best guess: 7.2")));
  report.differences[0].interval = {{-0.15, 0.03}};
  EXPECT_THAT(change_sentences(report),
              ElementsAre(HasSubstr("between 15.0 points smaller and 3.0 larger")));
}

TEST(CounterfactualPairs, PairsToldApartStandFirst) {
  result::Result result = with_pairs();
  auto& pairs = result.counterfactual->decisions[0].cfnr.pairs;
  pairs[5].interval = {{0.001, 0.05}};
  pairs[0].few = true;
  const Table table = pairs_table(*result.counterfactual, result.counterfactual->decisions[0]);
  const std::vector<Row>& rows = table.groups[1].rows;
  EXPECT_EQ(rows.front().cells[0].text, pairs[5].groups.first);
  EXPECT_THAT(rows.front().cells[3].text, HasSubstr(" *"));
  EXPECT_THAT(rows.back().cells[3].text, HasSubstr(" few"));
}

}  // namespace
}  // namespace faultline::report
