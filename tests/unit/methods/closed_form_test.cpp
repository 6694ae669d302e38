// The p-value in closed form: its weight, its rounding, and that it is never below the truth.

#include "faultline/methods/closed_form.hpp"

#include <cmath>
#include <functional>

#include "support/naive_scan.hpp"
#include "support/small_cells.hpp"
#include <gtest/gtest.h>

#include "faultline/base/error.hpp"

namespace faultline::methods {
namespace {

TEST(ClosedForm, CountsEverySubgroupOnceWithItsPenalty) {
  for (const double penalty : {0.0, 0.3, 1.0, 4.0}) {
    const auto attributes = testing::letters({2, 3, 1, 4});
    double weight = 0;
    testing::for_each_subgroup(attributes, [&](const search::Subgroup& subgroup) {
      weight += std::exp(-penalty * search::listed_values(subgroup, attributes));
    });
    EXPECT_NEAR(ClosedForm(attributes, penalty, 1).log_weight(), std::log(weight), 1e-12);
  }
  EXPECT_EQ(ClosedForm({}, 1, 1).log_weight(), 0);
}

/// The attributes at these positions ordered; of the last of them the last label is "(missing)".
std::vector<data::Attribute> with_order(std::vector<data::Attribute> attributes,
                                        const std::vector<std::size_t>& ordered) {
  for (const std::size_t a : ordered) attributes[a].ordered = true;
  attributes[ordered.back()].labels.back() = data::kMissingLabel;
  return attributes;
}

TEST(ClosedForm, CountsEveryRangeOfAnOrderedAttributeOnceWithOnePenalty) {
  for (const double penalty : {0.0, 0.3, 1.0, 4.0}) {
    const auto attributes = with_order(testing::letters({4, 3, 5, 6}), {0, 3, 2});
    double weight = 0;
    testing::for_each_subgroup(attributes, [&](const search::Subgroup& subgroup) {
      weight += std::exp(-penalty * search::listed_values(subgroup, attributes));
    });
    EXPECT_NEAR(ClosedForm(attributes, penalty, 1).log_weight(), std::log(weight), 1e-12);
  }
  // Two values, one value, and one that everybody misses.
  auto two = testing::letters({2});
  const double without = ClosedForm(two, 1, 1).log_weight();
  two[0].ordered = true;
  EXPECT_NEAR(ClosedForm(two, 1, 1).log_weight(), without, 1e-15);
  EXPECT_EQ(ClosedForm({{"a", {"1"}, true}}, 1, 1).log_weight(), 0);
  EXPECT_EQ(ClosedForm({{"a", {"(missing)"}, true}}, 1, 1).log_weight(), 0);
  // 63 values and "(missing)": 63 * 64 / 2 ranges and the missing.
  EXPECT_NEAR(ClosedForm(with_order(testing::letters({64}), {0}), 1, 1).log_weight(),
              std::log(1 + 2017 * std::exp(-1.0)), 1e-12);
}

TEST(ClosedForm, OfLargeLatticesIsFinite) {
  // Twenty attributes of ten values, and of sixty-four without penalty: sets beyond any double.
  EXPECT_NEAR(ClosedForm(testing::letters(std::vector<int>(20, 10)), 1, 1).log_weight(), 62.7, .05);
  EXPECT_NEAR(ClosedForm(testing::letters(std::vector<int>(20, 64)), 0, 1).log_weight(),
              20 * 64 * std::log(2.0), 1e-9);
}

TEST(ClosedForm, OfTheCompasFindingIsTheTrialsValue) {
  // Sex, race, under 25, priors, charge; the higher direction's best score is 35.83.
  const ClosedForm both(testing::letters({2, 6, 2, 3, 2}), 1, 2);
  EXPECT_NEAR(both.log_weight(), 4.45, 0.005);
  EXPECT_LT(both.p_value(35.83), 5e-14);
  EXPECT_GT(both.p_value(35.83), 4e-14);
  EXPECT_TRUE(ClosedForm::settles(both.p_value(35.83), 0.05));
}

TEST(ClosedForm, IsRoundedUpAndNeverZeroOrAboveOne) {
  const ClosedForm one(testing::letters({3}), 1, 1);
  EXPECT_EQ(one.p_value(0), 1);
  EXPECT_EQ(one.p_value(one.log_weight()), 1);
  EXPECT_GT(one.p_value(20), std::exp(one.log_weight() - 20));
  EXPECT_LT(one.p_value(20), std::exp(one.log_weight() - 20) * (1 + 1e-6));
  EXPECT_GT(one.p_value(1e5), 0);
  EXPECT_NEAR(one.p_value(one.critical_score(0.05)), 0.05, 1e-8);
  const ClosedForm two(testing::letters({3}), 1, 2);
  EXPECT_NEAR(two.p_value(9) / one.p_value(9), 2, 1e-12);
}

TEST(ClosedForm, DecidesOnlyFarFromTheLevel) {
  EXPECT_TRUE(ClosedForm::settles(1e-3, 0.05));
  EXPECT_FALSE(ClosedForm::settles(1.1e-3, 0.5));
  EXPECT_TRUE(ClosedForm::settles(2e-4, 0.01));
  EXPECT_FALSE(ClosedForm::settles(2.1e-4, 0.01));
}

TEST(ClosedForm, RefusesWhatCannotBe) {
  EXPECT_THROW(ClosedForm({}, -1, 1), ConfigError);
  EXPECT_THROW(ClosedForm({}, 1, 0), InternalError);
}

/// All outcomes of a small problem with their probabilities: nothing is simulated, so there is no
/// chance that the test fails without reason.
void expect_bound_holds(const std::vector<testing::Group>& groups,
                        const std::vector<data::Attribute>& attributes, double penalty) {
  search::BernoulliCells cells = testing::cells_of(attributes, groups);
  std::vector<std::pair<double, double>> law;  // best score of both directions, probability
  std::function<void(std::size_t, double)> draw = [&](std::size_t group, double probability) {
    if (group == groups.size()) {
      double best = 0;
      for (const auto direction : {search::Direction::higher, search::Direction::lower})
        best = std::max(best, testing::naive_best(cells, direction, penalty));
      law.emplace_back(best, probability);
      return;
    }
    const auto n = groups[group].n;
    double ways = 1;  // n over y
    for (std::int64_t y = 0; y <= n; ++y) {
      cells.y[group] = y;
      draw(group + 1, probability * ways * std::pow(groups[group].p, static_cast<double>(y)) *
                          std::pow(1 - groups[group].p, static_cast<double>(n - y)));
      ways *= static_cast<double>(n - y) / static_cast<double>(y + 1);
    }
  };
  draw(0, 1);
  const ClosedForm bound(attributes, penalty, 2);
  for (const auto& [score, unused] : law) {
    if (score == 0) continue;
    double reached = 0;
    for (const auto& [other, probability] : law)
      reached += other >= score - 1e-9 ? probability : 0.0;
    EXPECT_LE(reached, bound.p_value(score) * (1 + 1e-12))  // their sum is 1 but for rounding
        << "score " << score << ", penalty " << penalty;
  }
}

TEST(ClosedForm, IsNeverBelowTheExactProbability) {
  for (const double penalty : {0.0, 0.5, 1.0}) {
    expect_bound_holds(
        {{{0, 0}, 0.1, 3, 0}, {{0, 1}, 0.5, 4, 0}, {{1, 0}, 0.02, 3, 0}, {{1, 1}, 0.8, 4, 0}},
        testing::letters({2, 2}), penalty);
    expect_bound_holds({{{0}, 0.001, 5, 0}, {{1}, 0.4, 6, 0}, {{2}, 0.97, 5, 0}},
                       testing::letters({3}), penalty);
    expect_bound_holds({{{}, 0.3, 40, 0}}, {}, penalty);
    // Three in order, and people who miss it.
    expect_bound_holds({{{0}, 0.1, 4, 0}, {{1}, 0.4, 4, 0}, {{2}, 0.7, 4, 0}, {{3}, 0.5, 4, 0}},
                       with_order(testing::letters({4}), {0}), penalty);
  }
}

}  // namespace
}  // namespace faultline::methods
