// Gaps between groups: intervals inside of what is possible, pairs, bounds for what is not
// measured, need and opportunity, people with several rows.

#include <cmath>

#include "unit/methods/counterfactual/audited_people.hpp"
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "faultline/methods/counterfactual/adaptive.hpp"
#include "faultline/methods/counterfactual/intervals.hpp"
#include "faultline/methods/counterfactual/sensitivity.hpp"
#include "faultline/methods/counterfactual/simultaneous.hpp"

namespace faultline::methods {
namespace {

using Report = CounterfactualReport;

/// Normal errors of the given sizes, the same draws every time.
RateErrors errors_of(const std::vector<double>& rates, const std::vector<double>& sizes,
                     std::uint32_t number = 1) {
  std::vector<std::vector<double>> resampled(400);
  rng::Stream stream(3, rng::Purpose::test, number);
  for (auto& values : resampled) {
    for (std::size_t i = 0; i < rates.size(); ++i)
      values.push_back(rates[i] + sizes[i] * rng::normal(stream));
  }
  return rate_errors(rates, resampled);
}

Report::Interval interval_of(SummaryKind kind, const RateErrors& errors) {
  return adaptive_interval(kind, summary_errors(kind, std::span(&errors, 1), 5'000), 0.1);
}

TEST(AdaptiveInterval, StaysInsideWhatIsPossible) {
  const RateErrors wild = errors_of({0.98, 0.02, 0.5}, {0.4, 0.4, 0.02});
  const Report::Interval average = interval_of(SummaryKind::avg, wild);
  const Report::Interval largest = interval_of(SummaryKind::max, wild);
  EXPECT_EQ(largest->second, 1);  // 0.96 and z times its error is far beyond
  EXPECT_LE(average->second, 1);
  EXPECT_GE(average->first, 0);
  EXPECT_GE(largest->first, 0);
}

TEST(AdaptiveInterval, HoldsItsEstimateEvenBeyondOne) {
  const RateErrors above = errors_of({1.4, 0.1}, {0.05, 0.05});  // as regression can be
  EXPECT_GE(interval_of(SummaryKind::max, above)->second, 1.29);
}

TEST(AdaptiveInterval, TheLargestGapIsNotBelowTheAverage) {
  using Interval = Report::Interval;
  EXPECT_EQ(largest_above_average({{0.0, 0.2}}, {{0.1, 0.3}}), Interval({{0.1, 0.3}}));
  EXPECT_EQ(largest_above_average({{0.2, 0.5}}, {{0.1, 0.3}}), Interval({{0.2, 0.5}}));
  EXPECT_EQ(largest_above_average({{0.2, 0.5}}, std::nullopt), Interval({{0.2, 0.5}}));
}

TEST(AdaptiveDifference, IsOfOneSignWhereGapsClearlyDifferAndOpenWhereTheyDoNot) {
  const auto of = [](const RateErrors& errors) {
    return summary_errors(SummaryKind::avg, std::span(&errors, 1), 5'000);
  };
  const SummaryErrors wide = of(errors_of({0.2, 0.4, 0.6}, {0.01, 0.01, 0.01}, 1));
  const SummaryErrors none = of(errors_of({0.3, 0.31, 0.3}, {0.01, 0.01, 0.01}, 2));
  const Report::Interval apart = adaptive_difference(wide, none, 0.1);
  EXPECT_GT(apart->first, 0.2);
  EXPECT_LT(apart->second, 0.3);
  const Report::Interval turned = adaptive_difference(none, wide, 0.1);
  EXPECT_DOUBLE_EQ(turned->first, -apart->second);
  EXPECT_DOUBLE_EQ(turned->second, -apart->first);
  const Report::Interval same = adaptive_difference(none, none, 0.1);
  EXPECT_LT(same->first, 0);
  EXPECT_GT(same->second, 0);
  EXPECT_FALSE(adaptive_difference(wide, {}, 0.1));
}

TEST(AllDifferences, AreSignedAndWiderThanOneAtATime) {
  const RateErrors errors = errors_of({0.2, 0.6, 0.25}, {0.02, 0.02, 0.02});
  const AllDifferences all = all_differences(errors, 0.05);
  ASSERT_EQ(all.pairs.size(), 3U);
  EXPECT_GT(all.critical, 1.96);
  EXPECT_NEAR(all.critical, 2.34, 0.25);  // three correlated pairs, 400 resamples
  EXPECT_DOUBLE_EQ(all.pairs[0].difference, -0.4);
  EXPECT_LT(all.pairs[0].interval->second, 0);
  EXPECT_GT(all.pairs[1].interval->second, 0);  // 0.05 apart, one and a half errors
  EXPECT_LT(all.pairs[1].interval->first, 0);
}

TEST(WidenRare, GivesErrorToARateOfZeroAndLeavesOthersAlone) {
  // One pair, so the level is that of one interval; resamples show more than 0.0204 of the second.
  RateErrors errors = errors_of({0, 0.5}, {0, 0.025});
  const RateErrors before = errors;
  const std::vector<double> added = widen_rare(std::vector{12.0, 600.0}, 0.05, 1, 2, errors);
  EXPECT_NEAR(added[0], 0.243 / 1.96, 0.001);  // Wilson's upper end of 0 of 12
  EXPECT_EQ(added[1], 0);
  double squares = 0;
  for (std::size_t r = 0; r < errors.errors.size(); ++r) {
    squares += errors.errors[r][0] * errors.errors[r][0];
    EXPECT_EQ(errors.errors[r][1], before.errors[r][1]);
  }
  EXPECT_NEAR(std::sqrt(squares / 400), added[0], 0.02);
}

TEST(WidenRare, ReachesAsFarAsAllPairsTogether) {
  RateErrors few = errors_of({0.1, 0.5}, {0.0212, 0.05});
  RateErrors many = errors_of({0.1, 0.5, 0.5, 0.5}, {0.0212, 0.05, 0.05, 0.05});
  const double alone = widen_rare(std::vector{200.0, 400.0}, 0.1, 1, 2, few)[0];
  const double among_six = widen_rare(std::vector{200.0, 400.0, 400.0, 400.0}, 0.1, 1, 2, many)[0];
  EXPECT_GT(alone, 0);  // 20 of 200 strays farther up than down
  EXPECT_GT(among_six, alone);
}

/// One group each of two: `share` of the people untreated, no covariates.
CounterfactualInput bare_input(const People& people) {
  CounterfactualInput input = people.input();
  input.protected_attributes = {"sex"};
  input.covariates = {};
  return input;
}

/// Counts of one group by treatment, decision, outcome.
void add_people(int sex, int treated, int decision, int outcome, std::int64_t count,
                std::vector<Person>& list) {
  list.push_back(
      {.sex = sex, .treated = treated, .outcome = outcome, .decision = decision, .count = count});
}

std::vector<Person> counted_people() {
  std::vector<Person> list;
  for (const int sex : {0, 1}) {
    const std::int64_t missed = sex == 0 ? 20 : 60;
    // Untreated: 100 flagged, 100 not, as many treated; so every untreated person stands for two.
    add_people(sex, 0, 1, 1, 80, list);
    add_people(sex, 0, 1, 0, 20, list);
    add_people(sex, 0, 0, 1, missed, list);
    add_people(sex, 0, 0, 0, 100 - missed, list);
    add_people(sex, 1, 1, 1, 40, list);
    add_people(sex, 1, 1, 0, 60, list);
    add_people(sex, 1, 0, 1, missed / 2, list);
    add_people(sex, 1, 0, 0, 100 - missed / 2, list);
  }
  return list;
}

TEST(Shares, AreThoseOfCounts) {
  const People people(counted_people());
  const CounterfactualResult result = counterfactual(bare_input(people), quick());
  const Report::Group& group = only(result).groups[0];
  EXPECT_NEAR(*group.need.estimate, 0.5, 1e-6);         // 100 of 200 untreated
  EXPECT_NEAR(*group.opportunity.estimate, 0.5, 1e-6);  // half of everybody was treated
  EXPECT_NEAR(*group.strength.estimate, 0.5, 1e-6);     // 50 of 200 instead of 100
}

TEST(Shares, StrengthIsNotGivenWhereTreatmentSeemsToHarm) {
  std::vector<Person> list = counted_people();
  for (Person& person : list) {
    if (person.treated) person.outcome = 1;
  }
  const People people(list);
  const CounterfactualResult result = counterfactual(bare_input(people), quick());
  EXPECT_FALSE(only(result).groups[0].strength.estimate);
  EXPECT_NE(only(result).groups[0].strength.why, "");
}

TEST(Sensitivity, BoundsAreThoseOfTheClosedForm) {
  const People people(counted_people());
  const CounterfactualResult result = counterfactual(bare_input(people), quick());
  const Report::GroupRate& rate = only(result).groups[0].cfnr;
  EXPECT_NEAR(*rate.estimate, 0.2, 1e-6);
  // The outcome model has one effect of the decision for both groups, so it does not fit these
  // counts exactly; what follows holds for any: bounds hold the estimate, widen, and lie within
  // those that use the factor alone (w = 2: weights from 1 + 1/gamma to 1 + gamma).
  double low = *rate.estimate;
  double high = *rate.estimate;
  ASSERT_EQ(rate.sensitivity.size(), kGammas.size());
  for (const Report::Bounds& bounds : rate.sensitivity) {
    EXPECT_LT(bounds.low, low);
    EXPECT_GT(bounds.high, high);
    low = bounds.low;
    high = bounds.high;
    const double least = 1 + 1 / bounds.gamma;
    const double most = 1 + bounds.gamma;
    EXPECT_GE(bounds.low, 20 * least / (20 * least + 80 * most) - 1e-9);
    EXPECT_LE(bounds.high, 20 * most / (20 * most + 80 * least) + 1e-9);
  }
}

TEST(Sensitivity, OneGroupAloneGivesTheSharpBoundsByHand) {
  // The same counts in both groups, so that the outcome model is exact: P(Y = 1) is .8 among the
  // flagged and .2 among the others.
  std::vector<Person> list;
  for (const int sex : {0, 1}) {
    for (const int treated : {0, 1}) {
      add_people(sex, treated, 1, 1, 80, list);
      add_people(sex, treated, 1, 0, 20, list);
      add_people(sex, treated, 0, 1, 20, list);
      add_people(sex, treated, 0, 0, 80, list);
    }
  }
  const People people(list);
  const CounterfactualResult result = counterfactual(bare_input(people), quick());
  const Report::Decision& decision = only(result);
  for (const Report::Bounds& bounds : decision.groups[0].cfnr.sensitivity) {
    const double g = bounds.gamma;
    const auto most = [g](double m) { return std::min(g, (1 - (1 - m) / g) / m); };
    const auto least = [g](double m) { return std::max(1 / g, (1 - (1 - m) * g) / m); };
    const double high = 20 * (1 + most(0.2)) / (20 * (1 + most(0.2)) + 80 * (1 + least(0.8)));
    const double low = 20 * (1 + least(0.2)) / (20 * (1 + least(0.2)) + 80 * (1 + most(0.8)));
    EXPECT_NEAR(bounds.high, high, 1e-6) << g;
    EXPECT_NEAR(bounds.low, low, 1e-6) << g;
  }
  EXPECT_EQ(decision.cfnr.sensitivity.vanishes_at, 1);
}

TEST(Sensitivity, ALargerGapTakesMoreToExplain) {
  const auto vanishing = [](std::int64_t missed) {
    std::vector<Person> list = counted_people();
    for (Person& person : list) {
      if (person.sex == 1 && !person.treated && !person.decision)
        person.count = person.outcome ? missed : 100 - missed;
    }
    const People people(list);
    return only(counterfactual(bare_input(people), quick())).cfnr.sensitivity.vanishes_at;
  };
  ASSERT_TRUE(vanishing(30));
  ASSERT_TRUE(vanishing(60));
  EXPECT_GT(*vanishing(30), 1);
  EXPECT_GT(*vanishing(60), *vanishing(30));
}

TEST(Sensitivity, NothingIsSaidWhereARateOfZeroIsToldApart) {
  std::vector<Person> list = counted_people();
  for (Person& person : list) {
    if (person.sex == 1 && !person.treated && !person.decision)
      person.count = person.outcome ? 60 : 40;
    if (person.sex == 0 && !person.decision && person.outcome) person.count = 0;
  }
  std::erase_if(list, [](const Person& person) { return person.count == 0; });
  // A third group, so that two are left whose rates weights can move.
  for (Person person : counted_people()) {
    if (person.sex == 0) continue;
    person.race = 1;
    list.push_back(person);
  }
  const People people(list);
  CounterfactualInput input = people.input();
  input.covariates = {};
  const CounterfactualResult result = counterfactual(input, quick(0, 200));
  const Report::Summaries& of = only(result).cfnr;
  ASSERT_TRUE(of.is_apart());
  EXPECT_FALSE(of.sensitivity.vanishes_at);
  EXPECT_FALSE(of.sensitivity.holds_to);
  EXPECT_TRUE(of.sensitivity.largest.empty());
  EXPECT_THAT(of.sensitivity.why,
              ::testing::HasSubstr("race = a, sex = f, told apart from others, has a rate of 0"));
}

TEST(Shares, APreventionThatAlwaysWorkedIsNotSureOfIt) {
  std::vector<Person> list = counted_people();
  for (Person& person : list) {
    if (person.treated) person.outcome = 0;
    person.count /= 5;
  }
  const People people(list);
  const CounterfactualResult result = counterfactual(bare_input(people), quick(0, 100));
  const Report::Share& share = only(result).groups[0].strength;
  EXPECT_EQ(*share.estimate, 1);
  EXPECT_EQ(share.interval->second, 1);
  // 20 treated people in need: Wilson's lower end of 20 of 20.
  EXPECT_NEAR(share.interval->first, 1 - 0.161, 0.01);
}

TEST(Shares, NoStrengthFromFewTreatedPeople) {
  std::vector<Person> list = counted_people();
  std::erase_if(list, [](const Person& one) { return one.sex == 0 && one.treated == 1; });
  add_people(0, 1, 1, 1, 4, list);
  add_people(0, 1, 0, 0, 5, list);
  const People people(list);
  const CounterfactualResult result = counterfactual(bare_input(people), quick());
  const Report::Share& share = only(result).groups[0].strength;
  EXPECT_FALSE(share.estimate);
  EXPECT_EQ(share.why, "fewer than 10 of its people were treated");
}

TEST(Pairs, HeadlinesNeedPeople) {
  std::vector<Person> list = draw_people(21, 900);
  std::erase_if(list, [](const Person& one) { return one.race == 2 && one.sex == 1; });
  for (int i = 0; i < 6; ++i)
    list.push_back({.race = 2, .sex = 1, .age = 0.1 * i, .outcome = i % 2, .decision = 1});
  const CounterfactualResult result = counterfactual(People(list).input(), quick(0, 100));
  const Report::Decision& decision = only(result);
  EXPECT_TRUE(decision.groups[5].cfpr.rests_on_few());
  EXPECT_FALSE(decision.groups[0].cfpr.rests_on_few());
  ASSERT_EQ(decision.cfpr.pairs.size(), 15U);
  for (const Report::Pair& pair : decision.cfpr.pairs) {
    EXPECT_EQ(pair.few, pair.groups.second == decision.groups[5].text);
    EXPECT_LE(pair.interval->first, pair.difference);
    EXPECT_GE(pair.interval->second, pair.difference);
    EXPECT_GE(pair.interval->first, -1);
    EXPECT_LE(pair.interval->second, 1);
  }
  const auto& average = decision.cfpr.avg.intervals.adaptive;
  const auto& largest = decision.cfpr.max.intervals.adaptive;
  EXPECT_LE(largest->second, 1);
  EXPECT_GE(largest->first, average->first);
  EXPECT_GE(largest->second, average->second);
}

TEST(Gaps, GroupsOfFewPeopleTakeNoPart) {
  std::vector<Person> list = draw_people(21, 900);
  std::erase_if(list, [](const Person& one) { return one.race == 2 && one.sex == 1; });
  for (int i = 0; i < 6; ++i)
    list.push_back({.race = 2, .sex = 1, .age = 0.1 * i, .outcome = i % 2, .decision = 1});
  const CounterfactualResult result = counterfactual(People(list).input(), quick(20, 100));
  const Report::Decision& decision = only(result);
  double sum = 0;
  double largest = 0;
  for (std::size_t a = 0; a < 5; ++a) {
    for (std::size_t b = a + 1; b < 5; ++b) {
      const double gap =
          std::abs(*decision.groups[a].cfpr.estimate - *decision.groups[b].cfpr.estimate);
      sum += gap;
      largest = std::max(largest, gap);
    }
  }
  EXPECT_EQ(*decision.groups[5].cfpr.estimate, 1);  // shown all the same
  EXPECT_NEAR(*decision.cfpr.avg.estimate, sum / 10, 1e-12);
  EXPECT_NEAR(*decision.cfpr.max.estimate, largest, 1e-12);
  EXPECT_NE(decision.cfpr.max.pair->second, decision.groups[5].text);
  EXPECT_LT(decision.cfpr.max.null_quantiles.back().second, 0.5);  // nor in permutations
  EXPECT_THAT(texts(decision.notices),
              ::testing::Contains(::testing::HasSubstr("race = c, sex = m (3) rests on fewer than "
                                                       "10 untreated people: shown, but no part")));
  CounterfactualOptions options = quick();
  options.few_too = true;
  const CounterfactualResult all = counterfactual(People(list).input(), options);
  EXPECT_GT(*only(all).cfpr.max.estimate, largest);
}

TEST(Gaps, AStandardErrorDoesNotBelieveARateOfZero) {
  RateErrors errors = errors_of({0, 0.5}, {0, 0});  // resamples show no error at all
  widen_rare(std::vector{12.0, 600.0}, 0.05, 1, 2, errors);
  const SummaryErrors average = summary_errors(SummaryKind::avg, std::span(&errors, 1), 5'000);
  EXPECT_NEAR(*standard_error(average), std::hypot(0.243 / 1.96, 0.0204), 0.015);
}

TEST(Gaps, TheLargestReachesAsFarAsEveryPair) {
  const CounterfactualResult result =
      counterfactual(People(draw_people(23, 500)).input(), quick(0, 100));
  for (const bool cfpr : {true, false}) {
    const Report::Summaries& of = cfpr ? only(result).cfpr : only(result).cfnr;
    for (const Report::Pair& pair : of.pairs) {
      if (pair.few) continue;
      EXPECT_GE(of.max.intervals.adaptive->second, pair.interval->second);
      EXPECT_GE(of.max.intervals.adaptive->second, -pair.interval->first);
    }
  }
}

TEST(Clusters, RowsOfOnePersonCountOnce) {
  const std::vector<Person> list = draw_people(22, 800);
  std::vector<Person> twice = list;
  for (Person& person : twice) person.count = 2;
  const CounterfactualResult once = counterfactual(People(list).input(), quick(0, 300));
  const CounterfactualResult apart = counterfactual(People(twice).input(), quick(0, 300));
  const People people(twice);
  CounterfactualInput input = people.input();
  for (std::size_t i = 0; i < twice.size(); ++i) input.cluster.push_back(static_cast<double>(i));
  const CounterfactualResult together = counterfactual(input, quick(10, 300));
  for (std::size_t g = 0; g < 6; ++g) {
    const double right = *only(once).groups[g].cfpr.se;
    EXPECT_NEAR(*only(together).groups[g].cfpr.se / right, 1, 0.2);
    EXPECT_NEAR(*only(apart).groups[g].cfpr.se / right, std::sqrt(0.5), 0.15);
  }
  EXPECT_EQ(together.report.permutations, 0);
  EXPECT_NE(texts(together.notices), std::vector<std::string>{});
}

TEST(CounterfactualShares, IntervalsStayInsideAndKnowHowFewTheyRestOn) {
  // Computed by another program (scipy): log-odds, t with 39 degrees of freedom.
  const Report::Interval some = share_interval(0.2, 0.05, 40, 0.1);
  EXPECT_NEAR(some->first, 0.12791449833723514, 1e-9);
  EXPECT_NEAR(some->second, 0.2987906534685333, 1e-9);
  // Resamples show no error of a share of 0: Wilson's upper end of 0 of 12.
  const Report::Interval none = share_interval(0, 0, 12, 0.1);
  EXPECT_EQ(none->first, 0);
  EXPECT_NEAR(none->second, 0.18398119474747693, 1e-9);
  const Report::Interval all = share_interval(1, 0, 12, 0.1);
  EXPECT_NEAR(all->first, 1 - 0.18398119474747693, 1e-9);
  EXPECT_EQ(all->second, 1);
  const Report::Interval hardly_anybody = share_interval(0.9, 0.3, 1.2, 0.1);
  EXPECT_GE(hardly_anybody->first, 0);
  EXPECT_LT(hardly_anybody->first, 0.9);
  EXPECT_GT(hardly_anybody->second, 0.9);
  EXPECT_LE(hardly_anybody->second, 1);
}

}  // namespace
}  // namespace faultline::methods
