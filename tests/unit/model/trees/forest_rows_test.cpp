// Forests and boosted trees on weighted rows, each of which may stand for many people.

#include <cmath>
#include <vector>

#include "support/needs_trees.hpp"
#include "unit/model/random_rows.hpp"
#include <gtest/gtest.h>

#include "faultline/model/registry.hpp"

namespace faultline::model {
namespace {

using testing::Rows;

std::vector<double> probabilities(const Rows& rows, const LearnerOptions& options) {
  const auto learner = bare_learner(options, rows.design);
  learner->fit(rows.view());
  std::vector<double> out(rows.weight.size());
  std::vector<std::int64_t> every;
  for (std::size_t i = 0; i < out.size(); ++i) every.push_back(static_cast<std::int64_t>(i));
  learner->predict(every, out);
  return out;
}

Rows four_cells(std::vector<double> people, std::vector<double> positive) {
  Rows rows;
  rows.design = Design(4);
  rows.design.add(testing::attribute("a", 2), std::vector<data::Code>{0, 0, 1, 1});
  rows.design.add(testing::attribute("b", 2), std::vector<data::Code>{0, 1, 0, 1});
  rows.weight = rows.people = std::move(people);
  rows.positive = std::move(positive);
  return rows;
}

// The people of the cells one by one, all with the same weight.
Rows one_by_one(const Rows& cells) {
  Rows single;
  std::vector<data::Code> a;
  std::vector<data::Code> b;
  for (std::size_t cell = 0; cell < 4; ++cell) {
    for (int k = 0; k < static_cast<int>(cells.people[cell]); ++k) {
      a.push_back(cell / 2 == 1 ? 1 : 0);
      b.push_back(cell % 2 == 1 ? 1 : 0);
      single.positive.push_back(k < cells.positive[cell] ? 1 : 0);
    }
  }
  single.design = Design(std::ssize(a));
  single.design.add(testing::attribute("a", 2), a);
  single.design.add(testing::attribute("b", 2), b);
  single.weight = single.people = std::vector<double>(a.size(), 1.0);
  return single;
}

TEST(ForestRows, LeavesAreRatesOfTheCells) {
  // No depth limit: each tree isolates the cells, and the rates of bootstrap samples vary around
  // the true ones.
  const Rows rows = four_cells({4000, 4000, 4000, 4000}, {400, 2800, 3200, 1200});
  const auto p = probabilities(rows, {.kind = LearnerKind::forest});
  EXPECT_NEAR(p[0], 0.1, 0.004);
  EXPECT_NEAR(p[1], 0.7, 0.004);
  EXPECT_NEAR(p[2], 0.8, 0.004);
  EXPECT_NEAR(p[3], 0.3, 0.004);
}

TEST(ForestRows, OneLargeLeafGivesTheSampledShare) {
  // Everybody in one cell: a tree's value is the rate of a bootstrap sample of 1000; the mean over
  // 100 trees has a deviation of sqrt(.21 / 1000 / 100) = 1.5e-3.
  Rows rows = testing::one_column({1}, ColumnKind::number, {1000}, {300});
  rows.people = {1000};
  const double p = probabilities(rows, {.kind = LearnerKind::forest, .seed = 3})[0];
  EXPECT_NEAR(p, 0.3, 8e-3);
  EXPECT_NE(p, 0.3);
}

// Cells and the people they stand for: the same distribution of forests. Rates of trees in the cell
// of nine people have a deviation of .15 or so; means of 4,000 trees are told apart at .02.
TEST(ForestRows, ACellIsThePeopleItStandsFor) {
  const Rows cells = four_cells({9, 14, 11, 16}, {3, 2, 7, 8});
  const LearnerOptions options{.kind = LearnerKind::forest, .trees = 4000};
  const auto by_cell = probabilities(cells, options);
  const Rows single = one_by_one(cells);
  const auto by_person = probabilities(single, options);
  for (std::size_t i = 0; i < by_person.size(); ++i) {
    const auto cell =
        static_cast<std::size_t>(2 * single.design.values(1)[i] + single.design.values(2)[i]);
    EXPECT_NEAR(by_person[i], by_cell[cell], 0.02);
  }
}

// Twice the weight on label 1 in every cell: odds double.
TEST(ForestRows, WeightsOfRowsCount) {
  Rows rows = four_cells({4000, 4000, 4000, 4000}, {400, 2800, 3200, 1200});
  // Half of the rows' weight: means stay.
  for (std::size_t i = 0; i < 2; ++i) {
    rows.weight[i] /= 2;
    rows.positive[i] /= 2;
  }
  const auto p = probabilities(rows, {.kind = LearnerKind::tree, .depth = 2});
  EXPECT_DOUBLE_EQ(p[0], 0.1);
  EXPECT_DOUBLE_EQ(p[3], 0.3);
  const auto root = probabilities(rows, {.kind = LearnerKind::tree, .depth = 2, .leaf = 1e6});
  // One leaf: the weighted mean of everybody.
  EXPECT_DOUBLE_EQ(root[0], (200 + 1400 + 3200 + 1200) / 12000.0);
}

TEST(ForestRows, SharesAreLabelsOfTheirPeople) {
  const Rows rows = four_cells({3, 3, 3, 3}, {0.75, 1.5, 2.25, 0.9});
  const auto p = probabilities(rows, {.kind = LearnerKind::tree, .depth = 2});
  EXPECT_DOUBLE_EQ(p[0], 0.25);
  EXPECT_DOUBLE_EQ(p[1], 0.5);
  EXPECT_DOUBLE_EQ(p[2], 0.75);
  EXPECT_DOUBLE_EQ(p[3], 0.3);
}

TEST(ForestRows, SameBitsTwiceAndOtherBitsWithAnotherSeed) {
  FAULTLINE_NEEDS_TREES();
  const Rows rows = testing::random_rows(61, 80, true);
  for (const LearnerKind kind : {LearnerKind::boosted, LearnerKind::forest}) {
    const LearnerOptions options{.kind = kind, .seed = 5};
    EXPECT_EQ(probabilities(rows, options), probabilities(rows, options));
  }
  EXPECT_NE(probabilities(rows, {.kind = LearnerKind::forest, .seed = 5}),
            probabilities(rows, {.kind = LearnerKind::forest, .seed = 6}));
}

TEST(BoostedRows, WeightsActAsRepeatedRows) {
  FAULTLINE_NEEDS_TREES();
  const Rows grouped = four_cells({3, 2, 4, 1}, {1, 2, 1, 0});
  const Rows single = one_by_one(grouped);
  const auto by_cell = probabilities(grouped, {.kind = LearnerKind::boosted});
  const auto by_person = probabilities(single, {.kind = LearnerKind::boosted});
  for (std::size_t i = 0; i < by_person.size(); ++i) {
    const auto cell =
        static_cast<std::size_t>(2 * single.design.values(1)[i] + single.design.values(2)[i]);
    EXPECT_NEAR(by_person[i], by_cell[cell], 1e-4);
  }
}

}  // namespace
}  // namespace faultline::model
