// Rates by group: values computed elsewhere, what is not defined, references, tests and messages.

#include "faultline/methods/metrics/metrics.hpp"

#include <algorithm>
#include <cmath>

#include "support/metrics_people.hpp"
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "faultline/base/error.hpp"
#include "faultline/methods/metrics/comparison.hpp"
#include "faultline/methods/metrics/ranking.hpp"
#include "faultline/methods/metrics/score_measures.hpp"

namespace faultline::methods {
namespace {

using ::testing::HasSubstr;
using testing::Person;

std::vector<Person> repeated(const Person& person, int times) {
  return std::vector<Person>(static_cast<std::size_t>(times), person);
}

/// Value v of one attribute: `flagged` of `n` people without the outcome are flagged.
void add_negatives(data::Code v, int flagged, int n, std::vector<Person>& people) {
  for (const Person& one : repeated({.codes = {v}, .decision = true}, flagged))
    people.push_back(one);
  for (const Person& one : repeated({.codes = {v}}, n - flagged)) people.push_back(one);
}

const MetricsReport::Comparison& only(const MetricsReport& report, RateName rate,
                                      const std::string& group) {
  const auto found =
      std::find_if(report.comparisons.begin(), report.comparisons.end(),
                   [&](const auto& one) { return one.rate == rate && one.text == group; });
  EXPECT_NE(found, report.comparisons.end()) << group;
  return *found;
}

std::string message(const Tallies& tallies, const MetricsOptions& options) {
  try {
    (void)metrics(tallies, options);
  } catch (const InputError& error) {
    return error.what();
  }
  return "";
}

// AUC and DeLong's variance by their definitions, over pairs of people.
TEST(Ranking, IsDeLongs) {
  const std::vector<ScoreCell> cells{
      {0.1, 3, 0}, {0.3, 2, 1}, {0.4, 4, 2}, {0.6, 1, 5}, {0.9, 2, 4}};
  const Measure auc = ranking(cells);
  std::vector<double> with;
  std::vector<double> without;
  for (const ScoreCell& cell : cells) {
    with.insert(with.end(), static_cast<std::size_t>(cell.positives), cell.score);
    without.insert(without.end(), static_cast<std::size_t>(cell.negatives), cell.score);
  }
  double right = 0;
  for (const double a : with) {
    for (const double b : without) right += a == b ? 0.5 : (a > b ? 1 : 0);
  }
  EXPECT_NEAR(auc.estimate, right / static_cast<double>(with.size() * without.size()), 1e-15);
  const auto spread = [&](const std::vector<double>& mine, const std::vector<double>& others,
                          double sign) {
    double sum = 0;
    for (const double a : mine) {
      double beaten = 0;
      for (const double b : others) beaten += a == b ? 0.5 : (sign * (a - b) > 0 ? 1 : 0);
      sum += std::pow(beaten / static_cast<double>(others.size()) - auc.estimate, 2);
    }
    const auto n = static_cast<double>(mine.size());
    return sum / (n - 1) / n;
  };
  EXPECT_NEAR(auc.se * auc.se, spread(with, without, 1) + spread(without, with, -1), 1e-15);
  const Interval interval = interval_of(auc, 0.95);
  ASSERT_TRUE(interval);
  EXPECT_LT(interval->first, auc.estimate);
  EXPECT_GT(interval->second, auc.estimate);
  EXPECT_LE(interval->second, 1);
}

TEST(Ranking, PerfectRanksHaveAnIntervalBelowOne) {
  const std::vector<ScoreCell> cells{{0.1, 20, 0}, {0.9, 0, 20}};
  const Measure auc = ranking(cells);
  EXPECT_EQ(auc.estimate, 1);
  const Interval interval = interval_of(auc, 0.95);
  ASSERT_TRUE(interval);
  EXPECT_LT(interval->first, 0.99);
  EXPECT_GT(interval->first, 0.8);
  EXPECT_EQ(interval->second, 1);
}

TEST(Ranking, EqualScoresRankNobody) {
  const std::vector<ScoreCell> cells{{0.4, 20, 20}};
  EXPECT_EQ(ranking(cells).estimate, 0.5);
  EXPECT_FALSE(interval_of(ranking(cells), 0.95));
  EXPECT_THAT(ranking(cells).why, HasSubstr("same prediction"));
}

// Two scores: the slope through both observed log-odds, over the distance of the predicted ones.
TEST(CalibrationSlope, GoesThroughTwoPoints) {
  const std::vector<ScoreCell> cells{{0.2, 30, 10}, {0.7, 20, 40}};
  const auto logit = [](double p) { return std::log(p / (1 - p)); };
  const Measure slope = calibration_slope(cells);
  ASSERT_TRUE(slope.is_defined()) << slope.why;
  EXPECT_NEAR(slope.estimate, (logit(40.0 / 60) - logit(10.0 / 40)) / (logit(0.7) - logit(0.2)),
              1e-9);
  const double variance = 1.0 / 30 + 1.0 / 10 + 1.0 / 20 + 1.0 / 40;
  EXPECT_NEAR(slope.se, std::sqrt(variance) / (logit(0.7) - logit(0.2)), 1e-6);
}

TEST(CalibrationSlope, IsNotDefinedWhereNothingCanBeFitted) {
  const std::vector<ScoreCell> certain{{0.0, 30, 10}, {0.7, 20, 40}};
  EXPECT_THAT(calibration_slope(certain).why, HasSubstr("no finite log-odds"));
  const std::vector<ScoreCell> apart{{0.2, 30, 0}, {0.7, 0, 40}};
  EXPECT_THAT(calibration_slope(apart).why, HasSubstr("without error"));
  const std::vector<ScoreCell> one{{0.2, 30, 30}};
  EXPECT_THAT(calibration_slope(one).why, HasSubstr("same prediction"));
  const std::vector<ScoreCell> few{{0.2, 9, 30}, {0.3, 0, 1}};
  EXPECT_THAT(calibration_slope(few).why, HasSubstr("needs 10 people"));
}

// Many scores start from neighbours taken together, few do not: the answer is the same. Here each
// person of few scores is taken apart into ten, whose log-odds differ by next to nothing.
TEST(CalibrationSlope, DoesNotDependOnWhereItStarts) {
  std::vector<ScoreCell> few;
  std::vector<ScoreCell> many;
  for (int i = 1; i < 1000; ++i) {
    const double score = i / 1000.0;
    const int positives = (i * 7919) % 1000 < 500 + (i - 500) * 7 / 10 ? 10 : 0;
    few.push_back({score, 10 - positives, positives});
    for (int k = 0; k < 10; ++k)
      many.push_back({score + k * 1e-12, positives == 0 ? 1 : 0, positives == 0 ? 0 : 1});
  }
  const Measure start = calibration_slope(few);
  const Measure near = calibration_slope(many);
  ASSERT_TRUE(start.is_defined());
  EXPECT_NEAR(near.estimate, start.estimate, 1e-7);
  EXPECT_NEAR(near.se, start.se, 1e-7);
}

TEST(LogLoss, IsNotDefinedWhereCertaintyWasWrong) {
  const std::vector<ScoreCell> wrong{{0.0, 3, 1}};
  EXPECT_THAT(log_loss(wrong).why, HasSubstr("infinite"));
  const std::vector<ScoreCell> right{{0.0, 3, 0}, {1.0, 0, 3}};
  EXPECT_EQ(log_loss(right).estimate, 0);
}

TEST(Metrics, NothingIsZeroBecauseItWasUndefined) {
  std::vector<Person> people;
  add_negatives(0, 0, 5, people);
  add_negatives(1, 2, 4, people);
  const MetricsReport report = metrics(testing::tallies_of(people, {2}), {});
  const MetricsReport::Rates& first = report.groups[1].rates;
  EXPECT_EQ(first.fpr->estimate, 0.0);
  EXPECT_GT(first.fpr->interval->second, 0.3);
  EXPECT_FALSE(first.tpr->estimate);
  EXPECT_EQ(first.tpr->why, "nobody in the group has the outcome");
  EXPECT_FALSE(first.ppv->estimate);
  EXPECT_EQ(first.ppv->why, "nobody in the group has a positive decision");
  EXPECT_FALSE(first.f1->estimate);
  EXPECT_FALSE(first.auc->estimate);
  EXPECT_EQ(first.brier->estimate, 0.25);
  EXPECT_FALSE(first.brier->interval);
  EXPECT_THAT(first.brier->why, HasSubstr("fewer than 20 people"));
  const auto& tpr = only(report, RateName::tpr, "a0 = v1");
  EXPECT_EQ(tpr.verdict, Verdict::not_comparable);
  EXPECT_FALSE(tpr.difference);
}

TEST(Metrics, ReferencesAreTheLargestTheRestTheBestOrNamed) {
  std::vector<Person> people;
  add_negatives(0, 10, 50, people);
  add_negatives(1, 30, 60, people);
  add_negatives(2, 2, 40, people);
  const Tallies tallies = testing::tallies_of(people, {3});
  const MetricsReport largest = metrics(tallies, {});
  EXPECT_EQ(only(largest, RateName::fpr, "a0 = v0").reference_text, "a0 = v1");
  EXPECT_NEAR(*only(largest, RateName::fpr, "a0 = v0").difference, 0.2 - 0.5, 1e-12);
  EXPECT_NEAR(*only(largest, RateName::fpr, "a0 = v0").ratio, 0.4, 1e-12);
  const MetricsReport rest = metrics(tallies, {.reference = "rest"});
  EXPECT_EQ(only(rest, RateName::fpr, "a0 = v0").reference_text, "everybody else");
  EXPECT_NEAR(*only(rest, RateName::fpr, "a0 = v0").difference, 0.2 - 0.32, 1e-12);
  const MetricsReport best = metrics(tallies, {.reference = "best"});
  EXPECT_EQ(only(best, RateName::fpr, "a0 = v0").reference_text, "a0 = v2");
  const MetricsReport named = metrics(tallies, {.reference = "a0=v2"});
  EXPECT_EQ(only(named, RateName::selection_rate, "a0 = v1").reference_text, "a0 = v2");
  // Chosen by the data: all three pairs count, and intervals are wider.
  EXPECT_GT(best.tests, named.tests);
  const auto width = [](const MetricsReport& report) {
    const auto& one = only(report, RateName::fpr, "a0 = v0");
    return one.difference_interval->second - one.difference_interval->first;
  };
  EXPECT_GT(width(best), width(named));
}

TEST(Metrics, ComplementsAreOneTest) {
  std::vector<Person> people;
  add_negatives(0, 10, 50, people);
  add_negatives(1, 30, 60, people);
  const Tallies tallies = testing::tallies_of(people, {2});
  const MetricsReport one = metrics(tallies, {.rates = {RateName::fpr}});
  const MetricsReport both = metrics(tallies, {.rates = {RateName::fpr, RateName::tnr}});
  EXPECT_EQ(one.tests, 1);
  EXPECT_EQ(both.tests, 1);
  EXPECT_NEAR(*only(both, RateName::tnr, "a0 = v0").p_value,
              *only(one, RateName::fpr, "a0 = v0").p_value, 1e-12);
  EXPECT_EQ(only(both, RateName::tnr, "a0 = v0").verdict, Verdict::evidence);
  EXPECT_TRUE(has_evidence(both));
}

TEST(Metrics, BaseRatesAreNotTestedAndSmallGroupsHaveNoWelch) {
  std::vector<Person> people;
  add_negatives(0, 10, 50, people);
  add_negatives(1, 30, 60, people);
  people.push_back({.codes = {1}, .score = 0.7, .outcome = true});
  const MetricsReport report = metrics(testing::tallies_of(people, {2}), {});
  EXPECT_FALSE(only(report, RateName::base_rate, "a0 = v0").p_value);
  EXPECT_FALSE(only(report, RateName::base_rate, "a0 = v0").verdict);
  EXPECT_FALSE(only(report, RateName::mean_score, "a0 = v0").p_value);
}

TEST(Metrics, RefusesWithASentence) {
  std::vector<Person> people;
  add_negatives(0, 1, 2, people);
  add_negatives(1, 1, 2, people);
  Tallies tallies = testing::tallies_of(people, {2});
  EXPECT_EQ(message(tallies, {.reference = "a0=v7"}),
            "`reference` a0=v7: nobody has a0 = 'v7'; did you mean 'v0'?");
  EXPECT_EQ(
      message(tallies, {.reference = "smallest"}),
      "`reference` smallest: must be largest, best, rest, or a group such as COL=VALUE, where "
      "COL is a0");
  tallies.has_score = false;
  EXPECT_EQ(message(tallies, {.rates = {RateName::auc}}),
            "`metric` auc: needs `outcome` and `score` or `risk_score`");
  EXPECT_THROW(validate(MetricsOptions{.alpha = 2}), ConfigError);
  EXPECT_THROW(validate(MetricsOptions{.reference = ""}), ConfigError);
}

TEST(Metrics, OneGroupAloneIsSaid) {
  std::vector<Person> people;
  add_negatives(0, 1, 2, people);
  const MetricsReport report = metrics(testing::tallies_of(people, {1}), {});
  EXPECT_TRUE(report.comparisons.empty());
  ASSERT_EQ(report.notices.size(), 1U);
  EXPECT_THAT(report.notices[0].text, HasSubstr("same value of a0"));
  EXPECT_THAT(report.gaps[0].why, HasSubstr("fewer than two groups"));
}

}  // namespace
}  // namespace faultline::methods
