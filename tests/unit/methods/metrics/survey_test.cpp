// Rates of weighted and clustered people: variances by their definition, what must not change
// anything, and the ends of the range.

#include <algorithm>
#include <cmath>
#include <map>

#include "support/metrics_people.hpp"
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "faultline/base/error.hpp"
#include "faultline/methods/metrics/comparison.hpp"
#include "faultline/methods/metrics/metrics.hpp"
#include "faultline/methods/metrics/survey_measures.hpp"
#include "faultline/rng/draw.hpp"

namespace faultline::methods {
namespace {

using ::testing::HasSubstr;
using testing::Person;

constexpr TallyColumns kBoth{.weight = testing::kWeightAt, .cluster = testing::kClusterAt};

/// Clusters of some people with weights, all of one group or by turns of two.
std::vector<Person> some_people(int n, int groups, std::uint32_t set) {
  rng::Stream stream(3, rng::Purpose::test, set);
  std::vector<Person> people;
  for (int i = 0; i < n; ++i) {
    const double score = 0.05 + 0.9 * rng::uniform(stream);
    people.push_back({.codes = {static_cast<data::Code>(i % groups)},
                      .score = score,
                      .outcome = rng::bernoulli(stream, score),
                      .decision = rng::bernoulli(stream, 0.4),
                      .cluster = static_cast<double>(rng::below(stream, 12)),
                      .weight = 0.5 + rng::uniform(stream)});
  }
  return people;
}

/// Sum over clusters of the squared sums of residuals, by the definition.
double plain_variance(const std::vector<Person>& people, auto among, auto value) {
  double weight = 0;
  double sum = 0;
  for (const Person& one : people) {
    if (!among(one)) continue;
    weight += one.weight;
    sum += one.weight * value(one);
  }
  std::map<double, double> clusters;
  for (const Person& one : people) {
    if (among(one)) clusters[one.cluster] += one.weight * (value(one) - sum / weight) / weight;
  }
  double squares = 0;
  for (const auto& [cluster, part] : clusters) squares += part * part;
  const auto m = static_cast<double>(clusters.size());
  return squares * m / (m - 1);
}

TEST(SurveyMeasures, VariancesAreThoseOfClusterTotals) {
  const std::vector<Person> people = some_people(200, 1, 1);
  const Tallies tallies = testing::tallies_of(people, {1}, kBoth);
  const Measures measures = measure_group(tallies.intersections.front().tally, tallies);
  const auto all = [](const Person&) { return true; };
  const auto check = [&](RateName rate, auto among, auto value) {
    const Measure& measure = measure_of(measures, rate);
    EXPECT_NEAR(measure.se * measure.se, plain_variance(people, among, value), 1e-15)
        << name_of(rate);
  };
  check(RateName::base_rate, all, [](const Person& one) { return one.outcome ? 1.0 : 0.0; });
  check(
      RateName::fpr, [](const Person& one) { return !one.outcome; },
      [](const Person& one) { return one.decision ? 1.0 : 0.0; });
  check(
      RateName::ppv, [](const Person& one) { return one.decision; },
      [](const Person& one) { return one.outcome ? 1.0 : 0.0; });
  check(RateName::brier, all,
        [](const Person& one) { return std::pow(one.score - (one.outcome ? 1 : 0), 2); });
  check(RateName::calibration_gap, all,
        [](const Person& one) { return one.score - (one.outcome ? 1 : 0); });
  check(RateName::log_loss, all,
        [](const Person& one) { return -std::log(one.outcome ? one.score : 1 - one.score); });
}

// F1 and balanced accuracy are no means of anything: their gradients are compared with steps.
TEST(SurveyMeasures, GradientsAreDerivatives) {
  const Tallies tallies = testing::tallies_of(some_people(200, 1, 2), {1}, kBoth);
  const Tally& tally = tallies.intersections.front().tally;
  const Measures measures = measure_group(tally, tallies);
  for (const RateName rate : {RateName::f1, RateName::balanced_accuracy}) {
    for (std::size_t i = 0; i < 4; ++i) {
      Tally moved = tally;
      constexpr double kStep = 1e-6;
      moved.moments.totals[i] += kStep;
      const double slope = (measure_of(measure_group(moved, tallies), rate).estimate -
                            measure_of(measures, rate).estimate) /
                           kStep;
      EXPECT_NEAR(measure_of(measures, rate).gradient[i], slope, 1e-6);
    }
  }
}

MetricsReport report_of(const std::vector<Person>& people, int groups,
                        const TallyColumns& columns) {
  return metrics(testing::tallies_of(people, {groups}, columns), {.threads = 1});
}

TEST(Surveys, NeitherTheScaleOfWeightsNorCopiesInAClusterChangeAnything) {
  std::vector<Person> people = some_people(300, 2, 3);
  const MetricsReport before = report_of(people, 2, kBoth);
  std::vector<Person> copied = people;
  copied.insert(copied.end(), people.begin(), people.end());
  for (Person& one : people) one.weight *= 7;
  const MetricsReport scaled = report_of(people, 2, kBoth);
  const MetricsReport twice = report_of(copied, 2, kBoth);
  for (std::size_t i = 0; i < before.comparisons.size(); ++i) {
    if (!before.comparisons[i].p_value) continue;
    const double p = *before.comparisons[i].p_value;
    EXPECT_NEAR(*scaled.comparisons[i].p_value, p, 1e-9);
    // Effective people never exceed people, of whom there are twice as many now.
    EXPECT_NEAR(*twice.comparisons[i].difference, *before.comparisons[i].difference, 1e-12);
    EXPECT_LE(*twice.comparisons[i].p_value, p + 1e-9);
  }
  EXPECT_EQ(twice.groups.front().n, 600);
}

TEST(Surveys, ClustersOfOnePersonAndEqualWeightsAreNearlyPlain) {
  std::vector<Person> people = some_people(2000, 2, 4);
  double cluster = 0;
  for (Person& one : people) {
    one.cluster = cluster++;
    one.weight = 1;
  }
  const MetricsReport survey = report_of(people, 2, kBoth);
  const MetricsReport plain = report_of(people, 2, {});
  for (std::size_t g = 0; g < plain.groups.size(); ++g) {
    for (const RateName rate : {RateName::fpr, RateName::accuracy, RateName::brier, RateName::f1}) {
      const auto& mine = *survey.groups[g].rates.of(rate);
      const auto& theirs = *plain.groups[g].rates.of(rate);
      EXPECT_NEAR(*mine.estimate, *theirs.estimate, 1e-12);
      EXPECT_NEAR(mine.interval->first, theirs.interval->first, 2e-3) << name_of(rate);
      EXPECT_NEAR(mine.interval->second, theirs.interval->second, 2e-3) << name_of(rate);
    }
  }
}

TEST(Surveys, NobodyFlaggedInFewClustersIsNotCertain) {
  std::vector<Person> people;
  for (int i = 0; i < 500; ++i)
    people.push_back({.codes = {0}, .cluster = static_cast<double>(i % 5)});
  const MetricsReport report = report_of(people, 1, {.cluster = testing::kClusterAt});
  const auto& rate = *report.groups.front().rates.selection_rate;
  EXPECT_EQ(rate.estimate, 0.0);
  EXPECT_EQ(rate.interval->first, 0.0);
  EXPECT_GT(rate.interval->second, 0.5);  // five clusters are five
  EXPECT_THAT(report.notices.front().text, HasSubstr("500 rows belong to 5 clusters"));
  people.resize(1);
  const MetricsReport one = report_of(people, 1, {.cluster = testing::kClusterAt});
  EXPECT_FALSE(one.groups.front().rates.selection_rate->interval);
  EXPECT_THAT(one.groups.front().rates.selection_rate->why, HasSubstr("single cluster"));
  EXPECT_THAT(one.groups.front().rates.auc->why, HasSubstr("nobody in the group has the outcome"));
}

// Two groups in the same clusters go up and down together: their difference is known better.
TEST(Surveys, SharedClustersNarrowADifference) {
  std::vector<Person> together;
  rng::Stream stream(5, rng::Purpose::test, 1);
  for (int c = 0; c < 60; ++c) {
    const bool flagged = rng::bernoulli(stream, 0.5);
    for (int i = 0; i < 8; ++i)
      together.push_back({.codes = {static_cast<data::Code>(i % 2)},
                          .decision = flagged != rng::bernoulli(stream, 0.1),
                          .cluster = static_cast<double>(c)});
  }
  std::vector<Person> apart = together;
  for (Person& one : apart) one.cluster = 2 * one.cluster + one.codes[0];
  const TallyColumns columns{.cluster = testing::kClusterAt};
  const auto width = [&](const std::vector<Person>& people) {
    const MetricsReport report = metrics(testing::tallies_of(people, {2}, columns),
                                         {.rates = {RateName::selection_rate}, .threads = 1});
    const auto interval = report.comparisons.front().difference_interval;
    return interval->second - interval->first;
  };
  EXPECT_LT(width(together), 0.7 * width(apart));
}

TEST(Surveys, AWeightMustBeAboveZero) {
  std::vector<Person> people = some_people(10, 1, 6);
  people[3].weight = 0;
  EXPECT_THROW((void)testing::tallies_of(people, {1}, kBoth), InputError);
}

}  // namespace
}  // namespace faultline::methods
