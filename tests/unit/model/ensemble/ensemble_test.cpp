#include "faultline/model/ensemble/ensemble.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <numeric>
#include <string>
#include <vector>

#include "unit/model/random_rows.hpp"
#include <gtest/gtest.h>

#include "faultline/base/error.hpp"

namespace faultline::model {
namespace {

struct Population {
  Design design{0};
  std::vector<std::int64_t> people{}, positive{};
  std::vector<double> truth{};
};

// One person per row with two numbers.
Population population(std::uint64_t seed, int n, const std::function<double(double, double)>& eta) {
  rng::Stream stream(seed, rng::Purpose::test, 0);
  Population made;
  std::vector<double> x;
  std::vector<double> z;
  for (int i = 0; i < n; ++i) {
    x.push_back(rng::normal(stream));
    z.push_back(rng::normal(stream));
    made.truth.push_back(expit(eta(x.back(), z.back())));
    made.people.push_back(1);
    made.positive.push_back(rng::bernoulli(stream, made.truth.back()) ? 1 : 0);
  }
  made.design = Design(n);
  made.design.add("x", x);
  made.design.add("z", z);
  return made;
}

double linear(double x, double z) { return -0.5 + 1.2 * x - 0.8 * z; }
double crossed(double x, double z) { return (x > 0) == (z > 0) ? 2 : -2; }

EnsembleOptions quick(int threads = 2) {
  return {.folds = 5, .trees = 30, .seed = 9, .threads = threads};
}

TEST(DealPeople, FoldsAreEvenAndNobodyIsLost) {
  const std::vector<std::int64_t> people{7, 0, 1, 30, 5};
  const std::vector<std::int64_t> positive{3, 0, 1, 11, 0};
  const FoldedPeople dealt = deal_people(people, positive, 4, 3);
  EXPECT_EQ(dealt.folds, 4);
  EXPECT_TRUE(dealt.warnings.empty());
  std::vector<std::int64_t> ones(4);
  std::vector<std::int64_t> all(4);
  for (std::int64_t row = 0; row < 5; ++row) {
    std::int64_t of_row = 0;
    std::int64_t ones_of_row = 0;
    for (int f = 0; f < 4; ++f) {
      of_row += dealt.ones_in(row, f) + dealt.zeros_in(row, f);
      ones_of_row += dealt.ones_in(row, f);
      ones[static_cast<std::size_t>(f)] += dealt.ones_in(row, f);
      all[static_cast<std::size_t>(f)] += dealt.ones_in(row, f) + dealt.zeros_in(row, f);
    }
    EXPECT_EQ(of_row, people[static_cast<std::size_t>(row)]);
    EXPECT_EQ(ones_of_row, positive[static_cast<std::size_t>(row)]);
  }
  EXPECT_EQ(*std::ranges::max_element(ones) - *std::ranges::min_element(ones), 1);  // 15 in 4
  EXPECT_EQ(*std::ranges::max_element(all) - *std::ranges::min_element(all), 1);    // 43 in 4
  EXPECT_NE(dealt.ones, deal_people(people, positive, 4, 4).ones);
  EXPECT_NE(dealt.zeros, deal_people(people, positive, 4, 3, 1).zeros);
  EXPECT_EQ(dealt.zeros, deal_people(people, positive, 4, 3).zeros);
}

TEST(DealPeople, FewPeopleMeanFewFolds) {
  const FoldedPeople dealt =
      deal_people(std::vector<std::int64_t>{20, 20}, std::vector<std::int64_t>{4, 0}, 10, 1);
  EXPECT_EQ(dealt.folds, 4);
  ASSERT_EQ(dealt.warnings.size(), 1U);
  EXPECT_EQ(dealt.warnings[0].text,
            "Cross-fitting uses 4 folds in place of 10, because only 4 people have label 1.");
  try {
    (void)deal_people(std::vector<std::int64_t>{20}, std::vector<std::int64_t>{18}, 10, 1);
    FAIL();
  } catch (const InputError& error) {
    EXPECT_STREQ(error.what(),
                 "18 people have label 1 and 2 label 0, but cross-fitting needs at least 3 of "
                 "either; use a plain logistic regression");
  }
  EXPECT_THROW((void)deal_people({}, {}, 2, 1), ConfigError);
  EXPECT_THROW((void)deal_people(std::vector<std::int64_t>{1}, std::vector<std::int64_t>{2}, 3, 1),
               InternalError);
}

TEST(Ensemble, WeightsAreOnTheSimplexAndALogisticTruthGivesLogisticMost) {
  const Population people = population(91, 1500, linear);
  const CrossFit fit = fit_ensemble(people.design, people.people, people.positive, quick());
  EXPECT_TRUE(fit.report.converged) << fit.report.warnings.at(0).text;
  ASSERT_EQ(fit.report.members.size(), 3U);
  ASSERT_EQ(fit.report.weights.size(), 5U);
  for (const auto& weights : fit.report.weights) {
    EXPECT_NEAR(std::accumulate(weights.begin(), weights.end(), 0.0), 1, 1e-12);
    for (const double weight : weights) EXPECT_GE(weight, 0);
  }
  EXPECT_EQ(fit.report.members[0].learner, "logistic");
  EXPECT_GT(fit.report.members[0].weight, 0.7);
  for (const EnsembleMember& member : fit.report.members) {
    EXPECT_LE(member.weight_low, member.weight);
    EXPECT_GE(member.weight_high, member.weight);
    EXPECT_LE(fit.report.loss, member.loss + 0.003);
  }
  double squares = 0;
  for (std::int64_t row = 0; row < 1500; ++row) {
    const auto i = static_cast<std::size_t>(row);
    const double p = fit.mean_probability(row, static_cast<int>(people.positive[i]));
    EXPECT_TRUE(p > 0 && p < 1);
    EXPECT_TRUE(std::isnan(fit.mean_probability(row, 1 - static_cast<int>(people.positive[i]))));
    squares += (p - people.truth[i]) * (p - people.truth[i]);
  }
  EXPECT_LT(std::sqrt(squares / 1500), 0.04);
}

TEST(Ensemble, TreesTakeOverWhereALineCannotBend) {
  const Population people = population(92, 1500, crossed);
  const CrossFit fit = fit_ensemble(people.design, people.people, people.positive, quick());
  EXPECT_LT(fit.report.members[0].weight, 0.1);
  EXPECT_LT(fit.report.loss, fit.report.members[0].loss - 0.1);
  for (const EnsembleMember& member : fit.report.members) {
    EXPECT_LE(fit.report.loss, member.loss + 0.003);
  }
}

TEST(Ensemble, NobodysOwnLabelEntersTheProbability) {
  const Population people = population(93, 300, linear);
  FoldedPeople dealt = deal_people(people.people, people.positive, 5, 9);
  const CrossFit before = fit_ensemble(people.design, dealt, quick());
  const int turned = 2;
  for (std::int64_t row = 0; row < 300; ++row) {
    const auto slot = static_cast<std::size_t>(row * 5 + turned);
    std::swap(dealt.ones[slot], dealt.zeros[slot]);
  }
  const CrossFit after = fit_ensemble(people.design, dealt, quick());
  EXPECT_EQ(before.report.weights[turned], after.report.weights[turned]);
  int same = 0;
  int others_changed = 0;
  for (std::size_t slot = 0; slot < before.probability.size(); ++slot) {
    if (std::isnan(before.probability[slot])) continue;
    if (slot % 5 == turned) {
      EXPECT_EQ(before.probability[slot], after.probability[slot]);
      ++same;
    } else if (before.probability[slot] != after.probability[slot]) {
      ++others_changed;
    }
  }
  EXPECT_EQ(same, 60);
  EXPECT_EQ(others_changed, 240);  // the labels do matter to everybody else
}

TEST(Ensemble, SameBitsTwiceAndOnAnyNumberOfThreads) {
  const Population people = population(94, 200, crossed);
  const auto run = [&](const EnsembleOptions& options) {
    CrossFit fit = fit_ensemble(people.design, people.people, people.positive, options);
    std::vector<double> p;
    for (const double value : fit.probability) p.push_back(std::isnan(value) ? -1 : value);
    return p;
  };
  const auto one = run(quick(1));
  EXPECT_EQ(one, run(quick(1)));
  EXPECT_EQ(one, run(quick(3)));
  EnsembleOptions other = quick(1);
  other.replicate = 1;
  EXPECT_NE(one, run(other));
}

TEST(Ensemble, GroupedRowsSplitBetweenFolds) {
  const testing::Rows rows = testing::random_rows(95, 60, false);
  std::vector<std::int64_t> people;
  std::vector<std::int64_t> positive;
  for (std::size_t i = 0; i < rows.people.size(); ++i) {
    people.push_back(10 * std::llround(rows.people[i]));
    positive.push_back(
        std::llround(static_cast<double>(people[i]) * rows.positive[i] / rows.weight[i]));
  }
  const CrossFit fit = fit_ensemble(rows.design, people, positive, quick());
  double expected = 0;
  double seen = 0;
  for (std::int64_t row = 0; row < 60; ++row) {
    for (int f = 0; f < 5; ++f) {
      const auto ones = static_cast<double>(fit.people.ones_in(row, f));
      const auto n = ones + static_cast<double>(fit.people.zeros_in(row, f));
      const double p = fit.probability[static_cast<std::size_t>(row * 5 + f)];
      EXPECT_EQ(std::isnan(p), n == 0);
      if (n == 0) continue;
      expected += n * p;
      seen += ones;
    }
  }
  EXPECT_NEAR(expected / seen, 1, 0.02);  // held-out probabilities are calibrated in the large
}

TEST(Ensemble, WrongOptionsAreRefused) {
  EXPECT_THROW(validate(EnsembleOptions{.folds = 2}), ConfigError);
  EXPECT_THROW(validate(EnsembleOptions{.trees = 0}), ConfigError);
  EXPECT_THROW(validate(EnsembleOptions{.ridge = -1}), ConfigError);
  const Population people = population(96, 30, linear);
  EXPECT_THROW((void)fit_ensemble(Design(3), deal_people(people.people, people.positive, 3, 1),
                                  EnsembleOptions{}),
               InternalError);
  std::stop_source stop;
  stop.request_stop();
  EXPECT_THROW(
      (void)fit_ensemble(people.design, people.people, people.positive, quick(), stop.get_token()),
      Cancelled);
}

}  // namespace
}  // namespace faultline::model
