// What is asked beside the table: thresholds, parts, numbers, impact ratios.

#include <cmath>

#include "support/metrics_people.hpp"
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "faultline/base/error.hpp"
#include "faultline/methods/metrics/metrics.hpp"
#include "faultline/rng/draw.hpp"

namespace faultline::methods {
namespace {

using ::testing::HasSubstr;
using testing::Person;

std::vector<Person> some_people(int n, const std::vector<int>& arities, std::uint32_t set) {
  rng::Stream stream(4, rng::Purpose::test, set);
  std::vector<Person> people;
  for (int i = 0; i < n; ++i) {
    Person one{.score = std::round(100 * rng::uniform(stream)) / 100};
    for (const int arity : arities)
      one.codes.push_back(
          static_cast<data::Code>(rng::below(stream, static_cast<std::uint64_t>(arity))));
    one.outcome = rng::bernoulli(stream, one.score);
    one.number = 3 + rng::normal(stream);
    people.push_back(std::move(one));
  }
  return people;
}

// Each threshold gives what deciding by it alone gives.
TEST(Thresholds, AreTheDecisionsOfEach) {
  const std::vector<int> arities{3, 2};
  std::vector<Person> people = some_people(400, arities, 1);
  Tallies undecided = testing::tallies_of(people, arities);
  undecided.has_decision = false;
  MetricsQuestions questions;
  for (const double value : {0.1, 0.25, 0.5, 1.0})
    for (const bool strict : {false, true}) questions.thresholds.push_back({value, strict});
  const MetricsReport report = metrics(undecided, {.threads = 1}, questions, {});
  ASSERT_EQ(report.thresholds.size(), 8U);
  EXPECT_FALSE(report.groups.front().rates.fpr);
  for (const MetricsReport::AtThreshold& at : report.thresholds) {
    for (Person& one : people)
      one.decision = at.strict ? one.score > at.threshold : one.score >= at.threshold;
    const MetricsReport alone = metrics(testing::tallies_of(people, arities), {.threads = 1});
    ASSERT_EQ(at.groups.size(), alone.groups.size());
    for (std::size_t g = 0; g < at.groups.size(); ++g) {
      EXPECT_FALSE(at.groups[g].rates.base_rate);
      EXPECT_FALSE(at.groups[g].rates.auc);
      for (const RateName rate :
           {RateName::selection_rate, RateName::fpr, RateName::fnr, RateName::f1, RateName::npv}) {
        const auto& mine = *at.groups[g].rates.of(rate);
        const auto& theirs = *alone.groups[g].rates.of(rate);
        EXPECT_EQ(mine.estimate, theirs.estimate);
        EXPECT_EQ(mine.interval, theirs.interval);
        EXPECT_EQ(mine.why, theirs.why);
      }
    }
  }
}

TEST(Thresholds, NeedARateOfDecisions) {
  Tallies tallies = testing::tallies_of(some_people(50, {2}, 2), {2});
  tallies.has_decision = false;
  const MetricsQuestions questions{.thresholds = {{0.2, false}, {0.4, false}}};
  EXPECT_THROW((void)metrics(tallies, {.rates = {RateName::auc}}, questions, {}), InputError);
  const MetricsReport report = metrics(tallies, {.rates = {RateName::fpr}}, questions, {});
  EXPECT_TRUE(report.thresholds[0].groups[0].rates.fpr);
  EXPECT_FALSE(report.thresholds[0].groups[0].rates.fnr);
}

// A part is the same table of its people alone, but for what p-values are adjusted for.
TEST(Parts, AreTablesOfTheirPeople) {
  const std::vector<int> arities{2, 3};
  const std::vector<Person> people = some_people(900, arities, 3);
  const MetricsReport report =
      metrics(testing::tallies_of(people, arities), {.threads = 1}, {.by = 1}, {});
  ASSERT_TRUE(report.by);
  EXPECT_EQ(report.by->column, "a1");
  ASSERT_EQ(report.by->parts.size(), 3U);
  std::int64_t tests = report.tests;
  std::vector<Person> all = people;
  for (Person& one : all) one.codes.pop_back();
  const MetricsReport everybody = metrics(testing::tallies_of(all, {2}), {.threads = 1});
  EXPECT_EQ(report.groups.front().rates.auc->estimate,
            everybody.groups.front().rates.auc->estimate);
  tests -= everybody.tests;
  std::int64_t n = 0;
  for (std::size_t v = 0; v < 3; ++v) {
    std::vector<Person> inside;
    for (const Person& one : people) {
      if (one.codes[1] != v) continue;
      inside.push_back(one);
      inside.back().codes.pop_back();
    }
    const MetricsReport alone = metrics(testing::tallies_of(inside, {2}), {.threads = 1});
    const MetricsReport::Part& part = report.by->parts[v];
    n += part.n;
    tests -= alone.tests;
    ASSERT_EQ(part.comparisons.size(), alone.comparisons.size());
    for (std::size_t i = 0; i < part.comparisons.size(); ++i) {
      EXPECT_EQ(part.comparisons[i].p_value, alone.comparisons[i].p_value);
      if (!part.comparisons[i].p_value_adjusted) continue;
      EXPECT_GE(*part.comparisons[i].p_value_adjusted, *alone.comparisons[i].p_value_adjusted);
    }
    EXPECT_EQ(part.groups[1].rates.brier->estimate, alone.groups[1].rates.brier->estimate);
  }
  EXPECT_EQ(n, 900);
  EXPECT_EQ(tests, 0);
}

TEST(Numbers, AreErrorsByTheirDefinition) {
  const std::vector<Person> people = some_people(2400, {2}, 4);
  const TallyColumns columns{.outcome = testing::kNumberAt, .score = testing::kScoreAt};
  const MetricsReport report = metrics(testing::tallies_of(people, {2}, columns), {.threads = 1});
  for (std::size_t g = 1; g < 3; ++g) {
    double n = 0;
    double error = 0;
    double absolute = 0;
    double square = 0;
    double outcome = 0;
    for (const Person& one : people) {
      if (one.codes[0] + 1U != g) continue;
      n += 1;
      outcome += one.number;
      error += one.score - one.number;
      absolute += std::abs(one.score - one.number);
      square += std::pow(one.score - one.number, 2);
    }
    const MetricsReport::Rates& rates = report.groups[g].rates;
    EXPECT_NEAR(*rates.mean_outcome->estimate, outcome / n, 1e-12);
    EXPECT_NEAR(*rates.mean_error->estimate, error / n, 1e-12);
    EXPECT_NEAR(*rates.mae->estimate, absolute / n, 1e-12);
    EXPECT_NEAR(*rates.rmse->estimate, std::sqrt(square / n), 1e-12);
    EXPECT_LT(rates.rmse->interval->first, *rates.rmse->estimate);
    EXPECT_GT(rates.rmse->interval->second, *rates.rmse->estimate);
    EXPECT_FALSE(rates.base_rate);
    EXPECT_FALSE(rates.auc);
  }
  for (const MetricsReport::Comparison& one : report.comparisons) {
    EXPECT_EQ(one.p_value.has_value(),
              one.rate != RateName::rmse && one.rate != RateName::mean_outcome);
    // Numbers may be negative, and a ratio of such means says nothing.
    EXPECT_EQ(one.ratio.has_value(), one.rate == RateName::mae || one.rate == RateName::rmse);
  }
}

TEST(Numbers, FewOrPerfectPredictionsHaveNoInterval) {
  const TallyColumns columns{.outcome = testing::kNumberAt, .score = testing::kScoreAt};
  std::vector<Person> people(250, Person{.codes = {0}, .score = 2, .number = 2});
  const auto rates = [&] {
    return metrics(testing::tallies_of(people, {1}, columns), {.threads = 1}).groups[0].rates;
  };
  EXPECT_EQ(rates().rmse->estimate, 0.0);
  EXPECT_THAT(rates().rmse->why, HasSubstr("every prediction in the group is right"));
  EXPECT_THAT(rates().mae->why, HasSubstr("same value"));
  people[0].number = 3;
  EXPECT_TRUE(rates().mae->interval);
  EXPECT_THAT(rates().rmse->why, HasSubstr("fewer than 1000 people"));
  people[1].number = 1e300;
  EXPECT_FALSE(rates().rmse->estimate);
  EXPECT_THAT(rates().rmse->why, HasSubstr("too large"));
  people.resize(199);
  people[1].number = 1;
  EXPECT_THAT(rates().mae->why, HasSubstr("fewer than 200 people"));
}

// The first example of the rules to Local Law 144 (6 RCNY 5-301): 667 of 1,390 men and 555 of 1,181
// women are selected, an impact ratio of .979; and two people more, and five unknown.
TEST(Impact, IsTheRatioToTheMostSelected) {
  std::vector<Person> people;
  const auto add = [&](data::Code v, int selected, int n) {
    for (int i = 0; i < n; ++i) people.push_back({.codes = {v}, .decision = i < selected});
  };
  add(0, 667, 1390);
  add(1, 555, 1181);
  add(2, 1, 2);
  Tallies tallies = testing::tallies_of(people, {4});
  tallies.has_outcome = false;
  tallies.has_score = false;
  tallies.attributes[0].labels[3] = data::kMissingLabel;
  tallies.intersections.push_back({.codes = {3}, .tally = {.people = {{{5, 0}, {0, 0}}}}});
  const MetricsReport kept = metrics(tallies, {.impact = true});
  ASSERT_TRUE(kept.impact);
  const MetricsReport::ImpactSet& set = kept.impact->sets.front();
  EXPECT_EQ(set.unknown, 5);
  ASSERT_EQ(set.categories.size(), 3U);
  EXPECT_TRUE(set.categories[2].small);
  EXPECT_TRUE(set.categories[2].most_selected);  // one of two
  EXPECT_EQ(kept.groups.size(), 4U);             // everybody and three values: unknown is no group
  EXPECT_EQ(kept.groups.front().n, 2578);
  const MetricsReport excluded =
      metrics(tallies, {.impact = true, .small_categories = SmallCategories::exclude});
  const MetricsReport::ImpactSet& large = excluded.impact->sets.front();
  EXPECT_FALSE(large.categories[2].ratio);
  EXPECT_TRUE(large.categories[0].most_selected);
  EXPECT_NEAR(*large.categories[1].ratio, (555.0 / 1181) / (667.0 / 1390), 1e-12);
  EXPECT_NEAR(*large.categories[1].ratio, 0.979, 5e-4);
  EXPECT_EQ(large.categories[1].below_four_fifths, false);
  EXPECT_LT(large.categories[1].ratio_interval->first, *large.categories[1].ratio);
}

TEST(Impact, OfScoresCountsWhoIsAboveTheMedian) {
  std::vector<Person> people;
  for (const auto& [v, score] : {std::pair{0, 10.0}, std::pair{0, 30.0}, std::pair{0, 50.0},
                                 std::pair{1, 20.0}, std::pair{1, 25.0}, std::pair{1, 60.0}})
    people.push_back({.codes = {static_cast<data::Code>(v)}, .score = score});
  Tallies tallies = testing::tallies_of(people, {2}, {.score = testing::kScoreAt});
  tallies.has_outcome = false;
  tallies.has_decision = false;
  const MetricsReport report = metrics(tallies, {.impact = true});
  EXPECT_EQ(report.impact->rate, ImpactRate::scoring);
  EXPECT_EQ(report.impact->median, 27.5);
  EXPECT_EQ(report.impact->sets[0].categories[0].selected, 2);
  EXPECT_EQ(report.impact->sets[0].categories[1].ratio, 0.5);
  EXPECT_EQ(report.impact->sets[0].categories[1].below_four_fifths, true);
  EXPECT_EQ(report.groups[0].rates.mean_score->estimate, 32.5);
}

}  // namespace
}  // namespace faultline::methods
