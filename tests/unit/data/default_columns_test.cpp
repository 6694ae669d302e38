// What is scanned and what makes people comparable when nothing is named, and what is left out.

#include <cmath>
#include <functional>
#include <limits>
#include <string>
#include <vector>

#include "support/message_of.hpp"
#include "unit/data/honest_people.hpp"
#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace faultline::data {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

constexpr double kNone = std::numeric_limits<double>::quiet_NaN();

double score(int i) { return 0.05 + 0.9 * mixed(i + 7, 97) / 97; }

std::vector<std::string> left_out(const People& people) {
  return texts(people.notices(), NoticeKind::left_out);
}

const RoleOptions kRoles{.outcome = "y", .score = "p"};

TEST(DefaultColumns, FewValuedNumbersAreScanned) {
  MemorySource source = honest(score);
  source.add_numbers("code", numbers([](int i) { return mixed(i + 11, 2); }));
  source.add_numbers("grade", numbers([](int i) { return mixed(i + 5, 20); }));
  source.add_numbers("income", numbers([](int i) { return 1000 + 7 * mixed(i, 150); }));
  const auto people = source.open({}, kRoles, {});
  EXPECT_THAT(people->scanned(), ElementsAre("sex", "code", "grade"));
  EXPECT_THAT(left_out(*people),
              ElementsAre("income: a number (`bins` 'income=quantile:4' would cut it)"));
}

TEST(DefaultColumns, CopiesOfRolesAreLeftOut) {
  MemorySource source = honest(score);
  source.add_text("words", words([](int i) { return happened(i) ? "re-arrested" : "not"; }));
  source.add_numbers("decided", numbers([](int i) { return score(i) >= 0.5 ? 1 : 0; }));
  source.add_text("risk", words([](int i) {
                    return score(i) < 0.3 ? "low" : score(i) < 0.6 ? "medium" : "high";
                  }));
  source.add_numbers("per_cent", numbers([](int i) { return 100 * score(i); }));
  const auto with_threshold = source.open(
      {}, {.outcome = "y", .score = "p", .threshold = "0.5", .choose_covariates = true}, {});
  EXPECT_THAT(with_threshold->scanned(), ElementsAre("sex"));
  EXPECT_THAT(with_threshold->covariates(), ElementsAre("sex"));
  EXPECT_THAT(left_out(*with_threshold),
              ElementsAre("words: matches the outcome one to one",
                          "decided: matches the decision one to one",
                          "risk: groups the prediction into bands",
                          "per_cent: matches the prediction one to one"));
}

TEST(DefaultColumns, ValuesThatTellTheOutcomeAreLeftOut) {
  MemorySource source = honest(score);
  // Only those with the outcome have a charge; the rest lack a value.
  source.add_text("charge", words([](int i) {
                    return !happened(i) ? "" : mixed(i, 3) == 0 ? "theft" : "battery";
                  }));
  // What tells nothing of the outcome by itself, but everything of what tells it.
  source.add_numbers("late",
                     numbers([](int i) { return happened(i) || mixed(i, 50) == 4 ? 1 : 0; }));
  source.add_numbers("after", numbers([](int i) {
                       return (happened(i) || mixed(i, 50) == 4) && mixed(i, 3) > 0 ? 1 : 0;
                     }));
  // Nineteen people who all have it prove nothing.
  int seen = 0;
  source.add_text(
      "few", words([&seen](int i) {
        return happened(i) && seen < 19 ? (++seen, "rare") : mixed(i + 1, 2) == 0 ? "u" : "v";
      }));
  const auto people = source.open({}, kRoles, {});
  EXPECT_THAT(people->scanned(), ElementsAre("sex", "few"));
  const auto reasons = left_out(*people);
  ASSERT_EQ(reasons.size(), 3U);
  EXPECT_THAT(reasons[0], HasSubstr("charge: all "));
  EXPECT_THAT(reasons[0], HasSubstr(" without a value lack the outcome"));
  EXPECT_THAT(reasons[1], HasSubstr(" people with '0' lack the outcome"));
  EXPECT_THAT(reasons[2], HasSubstr("are alike in "));
  EXPECT_THAT(reasons[2], HasSubstr("after: all "));
}

TEST(DefaultColumns, WhatOnlySomeHaveMayTellByBeingThere) {
  MemorySource source = honest(score);
  // Everybody who was arrested again has days until then, whether or not it is the outcome.
  const auto again = [](int i) { return happened(i) || mixed(i, 50) == 4; };
  source.add_numbers("again", numbers([&](int i) { return again(i) ? 1 : 0; }));
  source.add_numbers("days", numbers([&](int i) {
                       return again(i) && mixed(i + 1, 3) > 0 ? 1 + mixed(i, 120) : kNone;
                     }));
  const auto people =
      source.open({}, {.outcome = "y", .score = "p", .choose_covariates = true}, {});
  EXPECT_THAT(people->covariates(), ElementsAre("sex"));
  EXPECT_THAT(left_out(*people),
              ElementsAre(HasSubstr("again: all "),
                          HasSubstr(" people with any value are alike in again")));
  EXPECT_THAT(texts(people->notices(), NoticeKind::note), IsEmpty());
}

TEST(DefaultColumns, ANumberMayBeUsedAlongWhichTheOutcomeFadesAwayNotOneAtWhichItStops) {
  const auto covariates = [](const std::function<bool(int)>& outcome) {
    MemorySource source;
    std::vector<double> y, p, along;
    std::vector<std::string> sex;
    for (int i = 0; i < 2000; ++i) {
      y.push_back(outcome(i) ? 1 : 0);
      p.push_back(score(i));
      along.push_back(0.5 + i);
      sex.emplace_back(mixed(i + 3, 2) == 0 ? "f" : "m");
    }
    source.add_numbers("y", y);
    source.add_numbers("p", p);
    source.add_numbers("along", along);
    source.add_text("sex", sex);
    return source.open({}, {.outcome = "y", .score = "p", .choose_covariates = true}, {})
        ->covariates();
  };
  // The last four hundred people all lack the outcome either way.
  EXPECT_THAT(covariates([](int i) {
                return i < 1000 ? i % 2 == 0 : i < 1400 ? i % 5 == 0 : i < 1600 && i % 20 == 0;
              }),
              ElementsAre("along", "sex"));
  EXPECT_THAT(covariates([](int i) { return i < 1600 && i % 2 == 0; }), ElementsAre("sex"));
}

TEST(DefaultColumns, OtherModelsAndIdentifiersAreLeftOut) {
  MemorySource source = honest(score);
  source.add_numbers("id", numbers([](int i) { return 5000 + (i * 37) % kPeople; }));
  source.add_numbers("theirs",
                     numbers([](int i) { return std::pow(score(i), 3) + 0.002 * mixed(i, 9); }));
  source.add_numbers("oracle", numbers([](int i) {
                       return happened(i) ? 0.5 + mixed(i, 300) / 800.0
                                          : 0.51 * mixed(i, 300) / 300.0;
                     }));
  source.add_numbers("debt", numbers([](int i) { return mixed(i + 9, 200) / 200.0; }));
  const auto people =
      source.open({}, {.outcome = "y", .score = "p", .choose_covariates = true}, {});
  EXPECT_THAT(people->covariates(), ElementsAre("sex", "debt"));
  EXPECT_THAT(people->numbers(), ElementsAre("debt", "theirs"));  // which is set aside
  EXPECT_THAT(
      left_out(*people),
      ElementsAre("theirs: it ranks people as the prediction does, like another model's score",
                  "oracle: it ranks people as the outcome does, like another model's score",
                  "id: another number in every row, as an identifier or a row number has",
                  "debt: a number, used by the models, not for subgroups (`bins` 'debt=quantile:4' "
                  "would cut it)"));
}

TEST(DefaultColumns, NobodyIsAdvisedToScanALeak) {
  MemorySource source = honest(score);
  source.add_numbers("paid",
                     numbers([](int i) { return happened(i) ? 1000.5 + mixed(i, 150) : kNone; }));
  source.add_numbers("theirs",
                     numbers([](int i) { return std::pow(score(i), 3) + 0.002 * mixed(i, 9); }));
  source.add_numbers("income", numbers([](int i) { return 1000 + 7 * mixed(i, 150); }));
  const auto reasons = [&](const InputOptions& input, const RoleOptions& roles) {
    return left_out(*source.open(input, roles, {}));
  };
  const std::vector<std::string> told = reasons({}, kRoles);
  ASSERT_EQ(told.size(), 3U);
  EXPECT_THAT(told[0], HasSubstr("paid: all "));
  EXPECT_THAT(told[0], HasSubstr("people without a value lack the outcome"));
  EXPECT_THAT(told[1], HasSubstr("theirs: it ranks people as the prediction does"));
  EXPECT_THAT(told[2], HasSubstr("`bins` 'income=quantile:4' would cut it"));
  // Cut into intervals, they tell as much.
  const InputOptions cut{.bins = {"paid=1050", "theirs=quantile:4", "income=quantile:4"}};
  EXPECT_THAT(source.open(cut, kRoles, {})->scanned(), ElementsAre("sex", "income"));
  const std::vector<std::string> of_cut = reasons(cut, kRoles);
  EXPECT_THAT(of_cut, ElementsAre(told[0], told[1]));
  const auto named = source.open(
      cut, {.outcome = "y", .score = "p", .attributes = {"sex", "theirs", "income"}}, {});
  EXPECT_THAT(named->scanned(), ElementsAre("sex", "theirs", "income"));
  EXPECT_THAT(texts(named->notices(), NoticeKind::warning),
              ElementsAre("attribute 'theirs' is used because it was named, but: it ranks people "
                          "as the prediction does, like another model's score"));
}

TEST(DefaultColumns, WhatMayBeAnotherScoreIsUsedAndWarnedOf) {
  MemorySource source = honest(score);
  const auto decile = [](int i) { return (11 * mixed(i + 7, 97) + 4 * mixed(i, 97)) / 146; };
  source.add_numbers("violence", numbers([&](int i) { return 1.0 + decile(i); }));
  source.add_text("band", words([&](int i) {
                    return decile(i) < 4 ? "low" : decile(i) < 7 ? "medium" : "high";
                  }));
  source.add_numbers("nearly", numbers([](int i) { return happened(i) != (i % 50 == 7) ? 1 : 0; }));
  // As far as an honest reason of the score gets.
  source.add_numbers(
      "priors", numbers([](int i) { return (mixed(i + 7, 97) + 2 * mixed(i + 31, 97)) / 30; }));
  const auto people =
      source.open({}, {.outcome = "y", .score = "p", .choose_covariates = true}, {});
  EXPECT_THAT(people->scanned(), ElementsAre("sex", "violence", "band", "nearly", "priors"));
  const auto warnings = texts(people->notices(), NoticeKind::warning);
  ASSERT_EQ(warnings.size(), 3U);
  EXPECT_EQ(warnings[0],
            "band looks like another score: it groups the values of violence; leave it out if it "
            "is one (`attributes` names the others)");
  EXPECT_THAT(warnings[1], HasSubstr("nearly looks like a record of the outcome: it nearly tells "
                                     "the outcome (rank correlation 0.9"));
  EXPECT_THAT(warnings[2], HasSubstr("violence looks like another score: it ranks people much as "
                                     "the prediction does (rank correlation 0."));
}

TEST(DefaultColumns, NamingALeakIsAllowedAndWarnedOf) {
  MemorySource source = honest(score);
  source.add_text("words", words([](int i) { return happened(i) ? "re-arrested" : "not"; }));
  const auto people =
      source.open({}, {.outcome = "y", .score = "p", .attributes = {"sex", "words"}}, {});
  EXPECT_THAT(people->scanned(), ElementsAre("sex", "words"));
  EXPECT_THAT(texts(people->notices(), NoticeKind::warning),
              ElementsAre("attribute 'words' is used because it was named, but: matches the "
                          "outcome one to one"));
}

TEST(DefaultColumns, AFewPeopleMayBeAlikeByChance) {
  MemorySource source;
  source.add_numbers("y", {0, 1, 0, 1, 1, 0});
  source.add_numbers("p", {0.2, 0.7, 0.3, 0.8, 0.6, 0.1});
  source.add_text("sex", {"f", "m", "f", "m", "m", "f"});
  const auto people = source.open({}, kRoles, {});
  EXPECT_THAT(people->scanned(), ElementsAre("sex"));
  EXPECT_THAT(people->notices(), IsEmpty());
}

TEST(DefaultCovariates, AreTheAttributesWhereThoseAreNamed) {
  MemorySource source = honest(score);
  source.add_numbers("income", numbers([](int i) { return 1000 + 7 * mixed(i, 150); }));
  source.add_numbers("code", numbers([](int i) { return mixed(i + 11, 2); }));
  RoleOptions roles{.outcome = "y", .score = "p", .attributes = {"sex"}};
  roles.choose_covariates = true;
  const auto people = source.open({}, roles, {});
  EXPECT_THAT(people->covariates(), ElementsAre("sex"));
  EXPECT_THAT(texts(people->notices()),
              ElementsAre("people are comparable in the attributes only; usable and not used: "
                          "income and code (`covariates` adds what makes people comparable)"));
  roles.covariates = {"sex"};  // a choice needs no advice
  EXPECT_THAT(source.open({}, roles, {})->notices(), IsEmpty());
}

}  // namespace
}  // namespace faultline::data
