#include "faultline/model/trees/trees.hpp"

#include <cmath>
#include <vector>

#include "random_rows.hpp"
#include <gtest/gtest.h>

#include "faultline/base/error.hpp"

namespace faultline::model {
namespace {

using testing::Rows;

std::vector<double> predictions(const Rows& rows, const TreeOptions& options) {
  Trees trees(rows.design);
  trees.train({.weight = rows.weight, .positive = rows.positive, .people = rows.people}, options,
              0);
  std::vector<double> out(rows.weight.size());
  trees.predict(out);
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

TEST(Trees, ForestLeavesAreRatesOfTheCells) {
  // No depth limit: each tree isolates the cells, and the thinned rates vary around the true ones.
  const Rows rows = four_cells({4000, 4000, 4000, 4000}, {400, 2800, 3200, 1200});
  const auto p = predictions(rows, forest_options(1));
  EXPECT_NEAR(p[0], 0.1, 0.003);
  EXPECT_NEAR(p[1], 0.7, 0.003);
  EXPECT_NEAR(p[2], 0.8, 0.003);
  EXPECT_NEAR(p[3], 0.3, 0.003);
}

TEST(Trees, OneLargeLeafGivesTheSampledShare) {
  // Everybody in one cell: a tree's value is the rate among those it saw; the mean over 100 trees
  // of 632 people each has a deviation of sqrt(.21 / 1000 * .368 / .632 / 100) = 1.1e-3 at most.
  Rows rows = testing::one_column({1}, ColumnKind::number, {1000}, {300});
  rows.people = {1000};
  EXPECT_NEAR(predictions(rows, forest_options(3))[0], 0.3, 6e-3);
}

TEST(Trees, SameBitsTwiceAndOtherBitsWithAnotherSeed) {
  const Rows rows = testing::random_rows(61, 80, true);
  for (const bool forest : {false, true}) {
    const TreeOptions options = forest ? forest_options(5) : boosted_options(5);
    EXPECT_EQ(predictions(rows, options), predictions(rows, options));
  }
  EXPECT_NE(predictions(rows, forest_options(5)), predictions(rows, forest_options(6)));
}

TEST(Trees, BoostedWeightsActAsRepeatedRows) {
  const Rows grouped = four_cells({3, 2, 4, 1}, {1, 2, 1, 0});
  Rows repeated;
  std::vector<data::Code> a;
  std::vector<data::Code> b;
  for (std::size_t cell = 0; cell < 4; ++cell) {
    for (int k = 0; k < static_cast<int>(grouped.people[cell]); ++k) {
      a.push_back(cell / 2 == 1 ? 1 : 0);
      b.push_back(cell % 2 == 1 ? 1 : 0);
      repeated.positive.push_back(k < grouped.positive[cell] ? 1 : 0);
    }
  }
  repeated.design = Design(std::ssize(a));
  repeated.design.add(testing::attribute("a", 2), a);
  repeated.design.add(testing::attribute("b", 2), b);
  repeated.weight = repeated.people = std::vector<double>(a.size(), 1.0);
  const auto by_cell = predictions(grouped, boosted_options(1));
  const auto by_person = predictions(repeated, boosted_options(1));
  for (std::size_t i = 0; i < a.size(); ++i) {
    EXPECT_NEAR(by_person[i], by_cell[static_cast<std::size_t>(2 * a[i] + b[i])], 1e-4);
  }
}

TEST(Trees, RefuseNoRowsAndEarlyPredictions) {
  const Rows rows = four_cells({0, 0, 0, 0}, {0, 0, 0, 0});
  Trees trees(rows.design);
  std::vector<double> out(4);
  EXPECT_THROW(trees.predict(out), InternalError);
  EXPECT_THROW(
      trees.train({.weight = rows.weight, .positive = rows.positive, .people = rows.people},
                  boosted_options(1), 0),
      InternalError);
}

}  // namespace
}  // namespace faultline::model
