// AUC and slope of weighted and clustered people: what their clusters add, by steps of the weights,
// and the plain figures where people are independent and count the same.

#include "faultline/methods/metrics/survey_scores.hpp"

#include <cmath>

#include "support/metrics_people.hpp"
#include <gtest/gtest.h>

#include "faultline/methods/metrics/metrics.hpp"
#include "faultline/methods/metrics/ranking.hpp"
#include "faultline/methods/metrics/score_measures.hpp"
#include "faultline/rng/draw.hpp"

namespace faultline::methods {
namespace {

using testing::Person;

constexpr TallyColumns kWeights{.weight = testing::kWeightAt};
constexpr TallyColumns kClusters{.weight = testing::kWeightAt, .cluster = testing::kClusterAt};

std::vector<Person> some_people(int n, bool weighted) {
  rng::Stream stream(7, rng::Purpose::test, 1);
  std::vector<Person> people;
  for (int i = 0; i < n; ++i) {
    // Scores in steps, so that there are ties.
    const double score = 0.05 + 0.1 * static_cast<double>(rng::below(stream, 10));
    people.push_back({.codes = {0},
                      .score = score,
                      .outcome = rng::bernoulli(stream, 0.2 + 0.6 * score),
                      .cluster = static_cast<double>(rng::below(stream, 30)),
                      .weight = weighted ? 0.5 + rng::uniform(stream) : 1});
  }
  return people;
}

Tally tally_of(const std::vector<Person>& people, const TallyColumns& columns) {
  return testing::tallies_of(people, {1}, columns).intersections.front().tally;
}

TEST(SurveyScores, EqualWeightsGiveThePlainFigures) {
  const std::vector<Person> people = some_people(300, false);
  const Tally tally = tally_of(people, kWeights);
  const Measure plain = ranking(tally.scores);
  const Measure mine = survey_ranking(tally, false);
  EXPECT_NEAR(mine.estimate, plain.estimate, 1e-14);
  EXPECT_NEAR(mine.se, plain.se, 1e-14);
  EXPECT_EQ(mine.people(), plain.people());
  const Measure slope = survey_slope(tally, false);
  const Measure plain_slope = calibration_slope(tally.scores);
  EXPECT_NEAR(slope.estimate, plain_slope.estimate, 1e-10);
  // The sandwich and the information are two estimates of one variance.
  EXPECT_NEAR(slope.se, plain_slope.se, 0.15 * plain_slope.se);
}

// What a cluster adds is the derivative by the weight of its people.
TEST(SurveyScores, InfluencesAreDerivatives) {
  const std::vector<Person> people = some_people(200, true);
  const Tally tally = tally_of(people, kClusters);
  for (const auto& measured : {survey_ranking, survey_slope}) {
    const Measure here = measured(tally, true);
    ASSERT_TRUE(here.has_interval());
    double squares = 0;
    for (const Influence& one : here.influence) {
      constexpr double kStep = 1e-5;
      std::vector<Person> more = people;
      std::vector<Person> less = people;
      for (std::size_t i = 0; i < people.size(); ++i) {
        if (people[i].cluster != one.cluster) continue;
        more[i].weight *= 1 + kStep;
        less[i].weight *= 1 - kStep;
      }
      const double derivative = (measured(tally_of(more, kClusters), true).estimate -
                                 measured(tally_of(less, kClusters), true).estimate) /
                                (2 * kStep);
      EXPECT_NEAR(one.value, derivative, 1e-6);
      squares += one.value * one.value;
    }
    const auto m = static_cast<double>(here.influence.size());
    EXPECT_EQ(here.influence.size(), 30U);
    EXPECT_NEAR(here.se * here.se, squares * m / (m - 1), 1e-15);
  }
}

TEST(SurveyScores, FewClustersWithTheOutcomeHaveNoInterval) {
  std::vector<Person> people = some_people(200, true);
  for (Person& one : people) one.cluster = one.outcome ? 1 : 2 + one.cluster;
  const Measure made = survey_ranking(tally_of(people, kClusters), true);
  EXPECT_TRUE(made.is_defined());
  EXPECT_FALSE(made.has_interval());
  EXPECT_NE(made.why.find("10 people or clusters"), std::string::npos) << made.why;
}

TEST(SurveyScores, APerfectRankingHasNoSpread) {
  std::vector<Person> people = some_people(100, true);
  for (Person& one : people) one.score = one.outcome ? 0.9 : 0.1;
  const Measure made = survey_ranking(tally_of(people, kWeights), false);
  EXPECT_EQ(made.estimate, 1);
  EXPECT_NE(made.why.find("rank everybody rightly"), std::string::npos) << made.why;
  EXPECT_FALSE(survey_slope(tally_of(people, kWeights), false).is_defined());
}

// The same scores in the same clusters: two groups that go up and down together differ by less.
TEST(SurveyScores, SharedClustersAreCounted) {
  std::vector<Person> together;
  for (Person one : some_people(400, true)) {
    for (const data::Code group : {data::Code{0}, data::Code{1}}) {
      one.codes = {group};
      together.push_back(one);
    }
  }
  std::vector<Person> apart = together;
  for (Person& one : apart) one.cluster = 2 * one.cluster + one.codes[0];
  const auto width = [](const std::vector<Person>& people) {
    const MetricsReport report = metrics(testing::tallies_of(people, {2}, kClusters),
                                         {.rates = {RateName::auc}, .threads = 1});
    const Interval& interval = report.comparisons.front().difference_interval;
    return interval->second - interval->first;
  };
  EXPECT_LT(width(together), 0.2 * width(apart));
}

}  // namespace
}  // namespace faultline::methods
