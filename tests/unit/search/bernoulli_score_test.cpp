// The direct Bernoulli score: closed forms, limits and the edge cases one by one.

#include "faultline/search/bernoulli_score.hpp"

#include <cmath>
#include <limits>
#include <vector>

#include "random_rows.hpp"
#include <gtest/gtest.h>

namespace faultline::search {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();

struct People {
  std::vector<double> p;
  std::vector<std::int64_t> n;
  [[nodiscard]] PredictionsView view() const { return {p, n}; }
};

/// With one prediction for all, q = odds(y/n) / odds(p) and F = n KL(y/n, p).
double closed_form(double n, double y, double p) {
  const double rate = y / n;
  return y * std::log(rate / p) + (n - y) * std::log((1 - rate) / (1 - p));
}

TEST(BernoulliScore, OnePredictionHasAClosedForm) {
  const People people{{0.2}, {50}};
  const Maximum top = maximise_bernoulli(people.view(), 20);
  EXPECT_NEAR(top.value, closed_form(50, 20, 0.2), 1e-12);
  EXPECT_NEAR(std::exp(top.theta), (20.0 / 30) / (0.2 / 0.8), 1e-12);
}

TEST(BernoulliScore, NotAboveExpectationScoresZero) {
  const People people{{0.2, 0.5}, {50, 10}};
  for (const double y : {0.0, 1.0, 14.0, 15.0}) {  // 15 is the expectation
    const Maximum top = maximise_bernoulli(people.view(), y);
    EXPECT_EQ(top.value, 0);
    EXPECT_EQ(top.theta, 0);
  }
  EXPECT_GT(maximise_bernoulli(people.view(), 16).value, 0);
}

TEST(BernoulliScore, EventsForEverybodyIsALimitWithAFiniteScore) {
  const People people{{0.2, 0.5, 0.9}, {3, 2, 1}};
  const Maximum top = maximise_bernoulli(people.view(), 6);
  EXPECT_EQ(top.theta, kInfinity);
  EXPECT_NEAR(top.value, -3 * std::log(0.2) - 2 * std::log(0.5) - std::log(0.9), 1e-13);
  // The ratio approaches it from below.
  EXPECT_LT(log_likelihood_ratio(people.view(), 6, 20), top.value);
  EXPECT_NEAR(log_likelihood_ratio(people.view(), 6, 60), top.value, 1e-12);
}

TEST(BernoulliScore, TheLimitIsNotCapped) {
  // Twenty people with p = .001 who all had the event: 138.155. Stopping at q = 1000 gives 124.3.
  const People people{{1e-3}, {20}};
  const Maximum top = maximise_bernoulli(people.view(), 20);
  EXPECT_NEAR(top.value, 20 * std::log(1e3), 1e-11);
  EXPECT_NEAR(top.value, 138.2, 0.05);
  EXPECT_NEAR(log_likelihood_ratio(people.view(), 20, std::log(1e3)), 124.3, 0.05);
  EXPECT_EQ(top.theta, kInfinity);
}

TEST(BernoulliScore, OnePerson) {
  const People people{{0.3}, {1}};
  EXPECT_NEAR(maximise_bernoulli(people.view(), 1).value, -std::log(0.3), 1e-15);
  EXPECT_EQ(maximise_bernoulli(people.view(), 0).value, 0);
}

TEST(BernoulliScore, PeopleWithCertainPredictions) {
  // p = 0: no event possible, adds nothing; p = 1: the event is no surprise, adds nothing either.
  const People people{{0, 0.2, 1}, {7, 50, 4}};
  const Maximum top = maximise_bernoulli(people.view(), 24);
  EXPECT_NEAR(top.value, closed_form(50, 20, 0.2), 1e-12);
  // Everybody who could have the event had it: the limit, over p > 0.
  const Maximum all = maximise_bernoulli(people.view(), 54);
  EXPECT_EQ(all.theta, kInfinity);
  EXPECT_NEAR(all.value, -50 * std::log(0.2), 1e-11);
  // p = 1 without the event costs t: finite, and here it keeps q from growing.
  const People certain{{1, 0.5}, {1, 10}};
  const Maximum with_cost = maximise_bernoulli(certain.view(), 10);
  EXPECT_TRUE(std::isfinite(with_cost.theta));
  EXPECT_GT(with_cost.value, 0);
}

TEST(BernoulliScore, TinyPredictionsAndLargeTheta) {
  // 99 of 100 at p = 1e-9: the maximiser is log(99e9), past every node.
  const People people{{1e-9}, {100}};
  const Maximum top = maximise_bernoulli(people.view(), 99);
  EXPECT_NEAR(top.theta, std::log(99.0) - std::log(1e-9 / (1 - 1e-9)), 1e-9);
  EXPECT_NEAR(top.value, closed_form(100, 99, 1e-9), 1e-8);
  // Up to here no overflow, no NaN.
  for (const double t : {29.9, 30.1, 100.0, 700.0, 1e4}) {
    const double value = log_partition(people.view(), t);
    EXPECT_NEAR(value, 100 * (t + std::log(1e-9 + (1 - 1e-9) * std::exp(-t))), 1e-6);
  }
  EXPECT_NEAR(log_partition(people.view(), 30), log_partition(people.view(), 30 + 1e-9), 1e-5);
}

TEST(BernoulliScore, PartitionIsZeroAtZero) {
  const People people{{0, 0.1, 1}, {5, 5, 5}};
  EXPECT_EQ(log_partition(people.view(), 0), 0);
  EXPECT_EQ(log_likelihood_ratio(people.view(), 3, 0), 0);
  EXPECT_EQ(log_partition(PredictionsView{}, 2), 0);
}

TEST(BernoulliScore, NoGridPointIsAboveTheMaximum) {
  rng::Stream stream(17, rng::Purpose::test, 1);
  for (int trial = 0; trial < 300; ++trial) {
    const RandomCell cell = random_cell(stream);
    const Maximum top = maximise_bernoulli(cell.view(), cell.y);
    for (double t = 0; t < 12; t += 0.05)
      ASSERT_LE(cell.ratio(t), top.value + 1e-10 * (1 + top.value));
    if (std::isfinite(top.theta)) {
      EXPECT_NEAR(cell.ratio(top.theta), top.value, 1e-12);
    }
  }
}

TEST(LogQMle, SolvesTheMeanEquationOnBothSides) {
  const People people{{0.1, 0.4, 0.7}, {30, 20, 10}};  // expectation 18
  for (const double y : {1.0, 10.0, 18.0, 25.0, 59.0}) {
    const double t = log_q_mle(people.view(), y);
    double mean = 0;
    for (std::size_t i = 0; i < people.p.size(); ++i) {
      const double p = people.p[i];
      mean += static_cast<double>(people.n[i]) * p * std::exp(t) / (1 - p + p * std::exp(t));
    }
    EXPECT_NEAR(mean, y, 1e-10);
    EXPECT_EQ(t < -1e-12, y < 18);
  }
  EXPECT_EQ(log_q_mle(people.view(), 0), -kInfinity);
  EXPECT_EQ(log_q_mle(people.view(), 60), kInfinity);
}

TEST(IntervalAbove, EndsAreWhereTheRatioEqualsC) {
  rng::Stream stream(17, rng::Purpose::test, 2);
  int checked = 0;
  int empty = 0;
  for (int trial = 0; trial < 1000; ++trial) {
    const RandomCell cell = random_cell(stream);
    const Maximum top = maximise_bernoulli(cell.view(), cell.y);
    const double c = 1.3 * top.value * rng::uniform(stream);
    const double from = 4 * rng::uniform(stream);
    const ThetaInterval interval = interval_above(cell.view(), cell.y, c, from);
    const double width = 1e-9 * (1 + cell.row.lane[kLanePeople]);
    if (interval.empty()) {
      ++empty;
      for (double t = from; t < 14; t += 0.01) ASSERT_LE(cell.ratio(t), c + width);
      continue;
    }
    ++checked;
    EXPECT_GE(interval.lo, from);
    if (interval.lo > from) {
      EXPECT_NEAR(cell.ratio(interval.lo), c, width);
    }
    if (std::isfinite(interval.hi)) {
      EXPECT_NEAR(cell.ratio(interval.hi), c, width);
      EXPECT_GT(cell.ratio(0.5 * (interval.lo + interval.hi)), c);
    } else {
      EXPECT_EQ(top.theta, kInfinity);
    }
  }
  EXPECT_GT(checked, 100);
  EXPECT_GT(empty, 100);
}

TEST(IntervalAbove, RisingToALimit) {
  const People people{{0.01}, {1}};  // rises to log 100 = 4.605
  const ThetaInterval low = interval_above(people.view(), 1, 1.0, 3.5);
  EXPECT_EQ(low.lo, 3.5);
  EXPECT_EQ(low.hi, kInfinity);
  const ThetaInterval high = interval_above(people.view(), 1, 4.5, 3.5);
  EXPECT_GT(high.lo, 3.5);
  EXPECT_NEAR(log_likelihood_ratio(people.view(), 1, high.lo), 4.5, 1e-9);
  EXPECT_EQ(high.hi, kInfinity);
  EXPECT_TRUE(interval_above(people.view(), 1, 4.61, 3.5).empty());
}

TEST(IntervalAbove, NothingAboveWhenThereIsNoExcess) {
  const People people{{0.5}, {10}};
  EXPECT_TRUE(interval_above(people.view(), 3, 0, 0).empty());
}

}  // namespace
}  // namespace faultline::search
