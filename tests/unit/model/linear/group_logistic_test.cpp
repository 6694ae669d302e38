// Logistic regression with an intercept per group: the general regression's answer, and the cases
// in which it has to stop by itself.

#include "faultline/model/linear/group_logistic.hpp"

#include <cmath>
#include <limits>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "faultline/model/design/log_odds.hpp"
#include "faultline/model/linear/logistic.hpp"
#include "faultline/rng/draw.hpp"

namespace faultline::model {
namespace {

struct Problem {
  std::vector<GroupedRows::Stretch> groups{};
  std::vector<std::vector<double>> columns{};
  std::vector<const double*> pointers{};
  std::vector<double> weight{}, positive{};
  std::vector<data::Code> group{};

  [[nodiscard]] GroupedRows rows() const {
    return {.groups = groups, .columns = pointers, .weight = weight, .positive = positive};
  }
  void point() {
    pointers.clear();
    for (const auto& column : columns) pointers.push_back(column.data());
  }
};

Problem draw(std::uint32_t number, int groups, int columns, int rows) {
  rng::Stream stream(3, rng::Purpose::test, number);
  Problem problem;
  problem.columns.resize(static_cast<std::size_t>(columns));
  for (int g = 0; g < groups; ++g) {
    const auto begin = static_cast<std::int64_t>(problem.weight.size());
    const double level = rng::normal(stream);
    for (int i = 0; i < rows; ++i) {
      double eta = level;
      for (auto& column : problem.columns) {
        column.push_back(rng::normal(stream) + 0.5 * g);
        eta += 0.4 * column.back();
      }
      const auto people = static_cast<std::int64_t>(1 + rng::below(stream, 3));
      problem.weight.push_back(static_cast<double>(people));
      problem.positive.push_back(static_cast<double>(rng::binomial(stream, people, expit(eta))));
      problem.group.push_back(static_cast<data::Code>(g));
    }
    problem.groups.push_back({begin, static_cast<std::int64_t>(problem.weight.size())});
  }
  problem.point();
  return problem;
}

TEST(GroupLogistic, IsTheGeneralRegression) {
  for (std::uint32_t number = 0; number < 30; ++number) {
    SCOPED_TRACE(number);
    const int groups = 1 + static_cast<int>(number % 5);
    const int columns = static_cast<int>(number % 4);
    const Problem problem = draw(number, groups, columns, 80);
    GroupLogistic fit;
    if (number % 2 == 1) {
      fit.start_from(std::vector<double>(static_cast<std::size_t>(columns), 0.3), -0.5);
    }
    fit.fit(problem.rows());
    ASSERT_TRUE(fit.converged());
    Design design(static_cast<std::int64_t>(problem.weight.size()));
    data::Attribute names{.name = "group"};
    for (int g = 0; g < groups; ++g) names.labels.push_back(std::to_string(g));
    design.add(names, problem.group);
    for (int j = 0; j < columns; ++j) design.add("x" + std::to_string(j), problem.columns[j]);
    Logistic general(design, {.ridge = 0});
    general.fit({.weight = problem.weight, .positive = problem.positive, .people = problem.weight});
    std::vector<double> expected(problem.weight.size());
    general.predict_log_odds(expected);
    std::vector<double> eta(problem.weight.size());
    for (std::size_t g = 0; g < problem.groups.size(); ++g) {
      fit.predict(g, problem.groups[g], problem.pointers, eta);
    }
    for (std::size_t i = 0; i < eta.size(); ++i) EXPECT_NEAR(eta[i], expected[i], 1e-8);
  }
}

TEST(GroupLogistic, GroupsOfOneKindGoToInfinity) {
  Problem problem = draw(50, 4, 2, 60);
  for (std::int64_t i = problem.groups[1].begin; i < problem.groups[1].end; ++i) {
    problem.positive[i] = 0;
  }
  for (std::int64_t i = problem.groups[2].begin; i < problem.groups[2].end; ++i) {
    problem.positive[i] = problem.weight[i];
  }
  for (std::int64_t i = problem.groups[3].begin; i < problem.groups[3].end; ++i) {
    problem.weight[i] = problem.positive[i] = 0;
  }
  GroupLogistic fit;
  fit.fit(problem.rows());
  EXPECT_TRUE(fit.converged());
  EXPECT_EQ(fit.intercepts()[1], -std::numeric_limits<double>::infinity());
  EXPECT_EQ(fit.intercepts()[2], std::numeric_limits<double>::infinity());
  EXPECT_TRUE(std::isnan(fit.intercepts()[3]));
  // What is left is the regression on the first group alone.
  Problem first = problem;
  first.groups.resize(1);
  GroupLogistic alone;
  alone.fit(first.rows());
  EXPECT_NEAR(fit.slopes()[0], alone.slopes()[0], 1e-9);
  EXPECT_NEAR(fit.intercepts()[0], alone.intercepts()[0], 1e-9);
}

TEST(GroupLogistic, ColumnsThatOthersDetermineAreDropped) {
  Problem problem = draw(60, 3, 2, 60);
  problem.columns.push_back(problem.columns[0]);  // a copy
  std::vector<double> of_group;                   // what the groups say already
  for (const data::Code g : problem.group) of_group.push_back(g == 1 ? 1 : 0);
  problem.columns.push_back(of_group);
  problem.columns.emplace_back(problem.weight.size(), 7.0);  // constant
  problem.point();
  GroupLogistic fit;
  fit.fit(problem.rows());
  EXPECT_TRUE(fit.converged());
  EXPECT_FALSE(fit.dropped(0));
  EXPECT_FALSE(fit.dropped(1));
  for (const std::size_t j : {2U, 3U, 4U}) {
    EXPECT_TRUE(fit.dropped(j)) << j;
    EXPECT_EQ(fit.slopes()[j], 0);
  }
  problem.columns.resize(2);
  problem.point();
  GroupLogistic without;
  without.fit(problem.rows());
  EXPECT_NEAR(fit.slopes()[1], without.slopes()[1], 1e-9);
  // Also when the start gives a dropped column a slope.
  problem = draw(60, 3, 2, 60);
  problem.columns.push_back(problem.columns[0]);
  problem.point();
  GroupLogistic warm;
  warm.start_from(std::vector<double>{0.2, 0.2, 5}, 0);
  warm.fit(problem.rows());
  EXPECT_TRUE(warm.converged());
  EXPECT_NEAR(warm.slopes()[0], without.slopes()[0], 1e-9);
}

TEST(GroupLogistic, SeparationEndsAndIsTold) {
  Problem problem;
  problem.columns.resize(1);
  for (int i = 0; i < 40; ++i) {
    problem.columns[0].push_back(i < 20 ? -1.0 - i : 1.0 + i);
    problem.weight.push_back(1);
    problem.positive.push_back(i < 20 ? 0 : 1);
  }
  problem.groups = {{0, 40}};
  problem.point();
  GroupLogistic fit;
  fit.fit(problem.rows());
  EXPECT_FALSE(fit.converged());
  EXPECT_TRUE(fit.separated());
  std::vector<double> eta(40);
  fit.predict(0, problem.groups[0], problem.pointers, eta);
  for (int i = 0; i < 40; ++i) EXPECT_GT(std::abs(eta[i]), 5) << i;
}

/// A fit on part of each group does not see the rest.
TEST(GroupLogistic, LooksAtItsStretchesOnly) {
  Problem problem = draw(70, 2, 2, 100);
  Problem changed = problem;
  for (auto& stretch : problem.groups) stretch.end -= 30;
  for (auto& stretch : changed.groups) {
    for (std::int64_t i = stretch.end - 30; i < stretch.end; ++i) {
      changed.positive[i] = 0;
      changed.columns[0][i] = 1e6;
    }
    stretch.end -= 30;
  }
  GroupLogistic one;
  GroupLogistic other;
  one.fit(problem.rows());
  other.fit(changed.rows());
  EXPECT_EQ(one.slopes()[0], other.slopes()[0]);
  EXPECT_EQ(one.intercepts()[1], other.intercepts()[1]);
}

}  // namespace
}  // namespace faultline::model
