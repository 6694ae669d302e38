// What makes people comparable when nothing is named: numbers with gaps, twenty at most, and what
// tells the prediction.

#include <cmath>
#include <limits>
#include <string>
#include <vector>

#include "unit/data/honest_people.hpp"
#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace faultline::data {
namespace {

using ::testing::Contains;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Not;

constexpr double kNone = std::numeric_limits<double>::quiet_NaN();

double score(int i) { return 0.05 + 0.9 * mixed(i + 7, 397) / 397; }

const RoleOptions kAudit{.outcome = "y", .score = "p", .choose_covariates = true};

std::vector<std::string> left_out(const People& people) {
  return texts(people.notices(), NoticeKind::left_out);
}

/// A number that has nothing to do with anything, but for every `n`th person, who lacks it.
std::vector<double> lacked_by(int n, int first, int shift = 0) {
  return numbers([=](int i) { return i % n == first ? kNone : 3.5 * mixed(i + shift, 150); });
}

TEST(DefaultCovariates, WhoeverLacksANumberThatFewLackIsLeftOut) {
  MemorySource source = honest(score);
  source.add_numbers("gaps", lacked_by(20, 0));
  source.add_numbers("full", numbers([](int i) { return 2.5 * mixed(i + 5, 170); }));
  const auto people = source.open({}, kAudit, {});
  EXPECT_THAT(people->covariates(), ElementsAre("sex", "gaps", "full"));
  EXPECT_EQ(people->summary().rows, kPeople);
  EXPECT_EQ(people->summary().rows_used, kPeople - 20);
  ASSERT_EQ(people->summary().dropped.size(), 1U);
  EXPECT_EQ(people->summary().dropped.front(), Notice::dropped("missing number (gaps)", 20));
  EXPECT_THAT(texts(people->notices(), NoticeKind::note), IsEmpty());
  // Named, it is asked for as ever.
  RoleOptions named = kAudit;
  named.covariates = {"sex", "gaps"};
  EXPECT_ANY_THROW((void)source.open({}, named, {}));
}

TEST(DefaultCovariates, NumbersThatManyLackAreNotUsedAndThatIsSaid) {
  MemorySource source = honest(score);
  source.add_numbers("gaps", lacked_by(8, 0));
  const std::string note =
      "people are not compared in a number that many lack: gaps (50 of 400 people lack it); `bins` "
      "'gaps=quantile:4' makes categories of it, missing among them, and named in `covariates` it "
      "is used with `missing = drop`, without the people who lack it";
  const auto people = source.open({}, kAudit, {});
  EXPECT_EQ(people->summary().rows_used, kPeople);
  EXPECT_THAT(people->covariates(), ElementsAre("sex"));
  EXPECT_THAT(texts(people->notices(), NoticeKind::note), ElementsAre(note));
  EXPECT_THAT(
      left_out(*people),
      ElementsAre("gaps: a number that 50 people lack (`bins` 'gaps=quantile:4' would cut it)"));
  RoleOptions named = kAudit;
  named.attributes = {"sex"};
  EXPECT_THAT(texts(source.open({}, named, {})->notices(), NoticeKind::note), ElementsAre(note));
}

TEST(DefaultCovariates, AllNumbersTogetherLoseFewPeople) {
  MemorySource source = honest(score);
  source.add_numbers("a", lacked_by(20, 0));     // 20 people
  source.add_numbers("b", lacked_by(20, 0, 1));  // the same
  source.add_numbers("c", lacked_by(16, 1, 2));  // 25 others: too many
  source.add_numbers("d", lacked_by(40, 3, 3));  // 10 others
  const auto people = source.open({}, kAudit, {});
  EXPECT_THAT(people->covariates(), ElementsAre("sex", "a", "b", "d"));
  EXPECT_EQ(people->summary().rows_used, kPeople - 30);
  EXPECT_THAT(texts(people->notices(), NoticeKind::note),
              ElementsAre(HasSubstr("c (25 of 400 people lack it)")));
}

TEST(DefaultCovariates, NoClassIsLostForANumberThatItLacks) {
  MemorySource source = honest(score);
  source.add_text("site", words([](int i) { return i % 20 == 0 ? "new" : "old"; }));
  source.add_numbers("gaps", lacked_by(20, 0));
  RoleOptions roles = kAudit;
  roles.protected_classes = {"site"};
  const auto people = source.open({}, roles, {});
  EXPECT_THAT(people->covariates(), ElementsAre("sex", "site"));
  EXPECT_EQ(people->summary().rows_used, kPeople);
  EXPECT_EQ(people->protected_classes().size(), 2U);
}

TEST(DefaultCovariates, ARiskScoreIsTheShareAmongThoseWhoAreLeft) {
  MemorySource source;
  source.add_numbers("y", numbers([](int i) { return i % 40 == 0 || happened(i) ? 1 : 0; }));
  source.add_numbers("decile", numbers([](int i) { return 1 + mixed(i + 7, 10); }));
  source.add_numbers("gaps", lacked_by(20, 0));
  source.add_text("sex", words([](int i) { return mixed(i + 3, 2) == 0 ? "f" : "m"; }));
  const RoleOptions roles{.outcome = "y", .risk_score = "decile", .choose_covariates = true};
  const auto chosen = source.open({}, roles, {});
  RoleOptions named = roles;
  named.attributes = {"sex"};
  named.covariates = {"sex", "gaps"};
  const auto asked = source.open({.missing = Missing::drop}, named, {});
  EXPECT_THAT(chosen->covariates(), ElementsAre("gaps", "sex"));
  EXPECT_EQ(chosen->summary().rows_used, asked->summary().rows_used);
}

TEST(DefaultCovariates, AreTheTwentyMostAssociatedAndNothingElseIsScanned) {
  MemorySource source = honest(score);
  for (int c = 0; c < 24; ++c) {
    // The first four have nothing to do with the outcome, the others lean on it.
    source.add_numbers("c" + std::to_string(c), numbers([c](int i) {
                         const bool lean = c >= 4 && happened(i) && mixed(i + c, 3) == 0;
                         return lean ? 1 : (i / (c + 2)) % 2;
                       }));
  }
  const auto people = source.open({}, kAudit, {});
  EXPECT_EQ(people->covariates().size(), 20U);
  EXPECT_EQ(people->scanned(), people->covariates());
  for (const char* name : {"sex", "c0", "c1", "c2", "c3"})
    EXPECT_THAT(people->covariates(), Not(Contains(name)));
  EXPECT_THAT(texts(people->notices()),
              Contains("people are comparable in the 20 columns most associated with outcome or "
                       "decision; usable and not used: sex, c0, c1, c2 and c3 (`covariates` names "
                       "others)"));
  EXPECT_THAT(left_out(*people),
              Contains("sex: not among the 20 columns most associated with outcome or decision"));
  // The column of the class takes no place: nobody in it is compared in it.
  RoleOptions roles = kAudit;
  roles.protected_classes = {"c7"};
  const auto audited = source.open({}, roles, {});
  EXPECT_EQ(audited->covariates().size(), 21U);
  EXPECT_THAT(audited->covariates(), Contains("c7"));
}

TEST(DefaultCovariates, ManyNumbersLeaveRoomForWhatIsScanned) {
  MemorySource source = honest(score);
  for (int c = 0; c < 24; ++c) {
    source.add_numbers("n" + std::to_string(c), numbers([c](int i) {
                         const bool lean = happened(i) && mixed(i + c, 3) == 0;
                         return 10.5 * mixed(i + 11 * c, 37) + (lean ? 50 + c : 0);
                       }));
  }
  const auto people = source.open({}, kAudit, {});
  EXPECT_EQ(people->covariates().size(), 20U);
  EXPECT_THAT(people->scanned(), ElementsAre("sex"));
}

/// What a column is said to do with the prediction, among those set aside.
std::string told(const People& people, const std::string& name) {
  for (const SetAsideColumn& column : people.set_aside()) {
    if (column.name == name) return column.tells;
  }
  return "";
}

TEST(SetAside, WhatTellsThePredictionMayBeWhatItWasMadeFrom) {
  MemorySource source = honest(score);
  source.add_numbers("income", numbers([](int i) { return 1000 * score(i) + 7; }));
  source.add_numbers("rate",
                     numbers([](int i) { return std::pow(score(i), 3) + 0.002 * mixed(i, 9); }));
  source.add_text("band", words([](int i) { return score(i) < 0.5 ? "low" : "high"; }));
  source.add_text("outcome", words([](int i) { return happened(i) ? "yes" : "no"; }));
  const auto people = source.open({}, kAudit, {});
  EXPECT_THAT(people->covariates(), ElementsAre("sex"));
  EXPECT_EQ(told(*people, "income"), "matches the prediction one to one");
  EXPECT_EQ(told(*people, "rate"), "ranks people as the prediction does");
  EXPECT_EQ(told(*people, "band"), "groups the prediction into bands");
  EXPECT_EQ(people->set_aside().size(), 3U);  // a copy of the outcome is no reason for anything
  // They are read, so that a run can add them.
  EXPECT_THAT(people->numbers(), ElementsAre("income", "rate"));
  EXPECT_EQ(people->attributes().back().name, "band");
  // Where attributes are named, people are compared in these, and the rest is told.
  RoleOptions named = kAudit;
  named.attributes = {"sex"};
  EXPECT_THAT(texts(source.open({}, named, {})->notices(), NoticeKind::note),
              ElementsAre("people are not compared in income, rate and band, which tell the "
                          "prediction; if the prediction was made from them, name them in "
                          "`covariates`"));
}

TEST(SetAside, ANumberWithManyValuesIsNoBand) {
  MemorySource source = honest(score);
  // Two people with the same score keep it from being one to one.
  int first = kPeople;
  for (int i = 0; i < kPeople && first == kPeople; ++i) {
    for (int j = 0; j < i; ++j) first = score(j) == score(i) ? i : first;
  }
  ASSERT_LT(first, kPeople);
  source.add_numbers(
      "nearly", numbers([first](int i) { return 1000 * score(i) + (i == first ? 0.001 : 0); }));
  const auto people = source.open({}, kAudit, {});
  EXPECT_THAT(left_out(*people), ElementsAre("nearly: it ranks people as the prediction does"));
  EXPECT_EQ(told(*people, "nearly"), "ranks people as the prediction does");
}

TEST(SetAside, CopiesWithGapsAreCopies) {
  const auto gap = [](int i) { return i % 50 == 13; };
  MemorySource source = honest(score);
  source.add_text("yp", words([&](int i) { return gap(i) ? "" : happened(i) ? "bad" : "good"; }));
  source.add_text("dtext", words([&](int i) {
                    return gap(i) ? "" : score(i) >= 0.5 ? "yes" : "no";
                  }));
  source.add_text("band", words([&](int i) {
                    return gap(i) ? "" : score(i) < 0.3 ? "low" : score(i) < 0.6 ? "mid" : "high";
                  }));
  source.add_numbers("again", numbers([&](int i) { return gap(i) ? kNone : 100 * score(i); }));
  RoleOptions roles = kAudit;
  roles.threshold = "0.5";
  const auto people = source.open({}, roles, {});
  EXPECT_THAT(people->scanned(), ElementsAre("sex"));
  EXPECT_THAT(people->covariates(), ElementsAre("sex"));
  EXPECT_THAT(left_out(*people), ElementsAre("yp: matches the outcome one to one",
                                             "dtext: matches the decision one to one",
                                             "band: groups the prediction into bands",
                                             "again: matches the prediction one to one"));
}

TEST(SetAside, ANumberThatTheDecisionIsAThresholdOfIsItsScore) {
  MemorySource source = honest(score);
  // Rounded, the score has both decisions at one of its values.
  source.add_numbers("model", numbers([](int i) { return std::round(200 * score(i)) / 200; }));
  source.add_text("level", words([](int i) {
                    return score(i) > 0.8 ? "top" : score(i) >= 0.503 ? "high" : "low";
                  }));
  source.add_numbers("debt",
                     numbers([](int i) { return score(i) + 0.3 * mixed(i + 9, 200) / 200.0; }));
  source.add_text("approved", words([](int i) { return score(i) >= 0.503 ? "yes" : "no"; }));
  const RoleOptions roles{.outcome = "y", .decision = "approved=yes", .choose_covariates = true};
  const auto people = source.open({}, roles, {});
  EXPECT_THAT(people->covariates(), ElementsAre("sex", "debt"));
  EXPECT_EQ(told(*people, "p"), "settles the decision");
  EXPECT_EQ(told(*people, "model"), "settles the decision");
  EXPECT_EQ(told(*people, "level"), "settles the decision");
  EXPECT_THAT(left_out(*people),
              Contains("model: the decision is a threshold of it, as of the score that it was made "
                       "from"));
}

}  // namespace
}  // namespace faultline::data
