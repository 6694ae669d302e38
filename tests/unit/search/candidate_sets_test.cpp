// The sets of one attribute's values that occur as theta runs: those that no node shows, and those
// past the last node.

#include <algorithm>
#include <cmath>
#include <limits>

#include "random_rows.hpp"
#include "support/naive_scan.hpp"
#include "support/small_cells.hpp"
#include <gtest/gtest.h>

#include "faultline/search/bernoulli_family.hpp"
#include "faultline/search/engine.hpp"
#include "faultline/search/node_series.hpp"

namespace faultline::search {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();

using testing::cells_of;
using testing::fold;
using testing::letters;
using testing::profiles_of;

std::vector<ValueSet> candidates(const BernoulliCells& cells, double c) {
  const BernoulliFamily family(cells, cells.y, Direction::higher);
  std::vector<LaneRow> rows(cells.lattice.attributes[0].arity());
  for (std::int64_t cell = 0; cell < cells.cells(); ++cell)
    add(rows[cells.lattice.code(cell, 0)], family.rows()[cell]);
  const Subgroup all = everybody(cells.lattice.attributes);
  std::vector<ValueSet> sets;
  family.candidate_sets(rows, c, -kInfinity, 0, CellSet{cells.lattice, all}, sets);
  return sets;
}

bool holds(const std::vector<ValueSet>& sets, ValueSet set) {
  return std::find(sets.begin(), sets.end(), set) != sets.end();
}

/// p = 1/2 and n people: the events that put the maximum at theta.
std::int64_t events_for(double theta, std::int64_t n) {
  return std::llround(static_cast<double>(n) / (1 + std::exp(-theta)));
}

TEST(CandidateSets, ALoneHumpBetweenTwoNodesIsFound) {
  // With a million people the ratio is a narrow hump; its top lies in the middle of a gap.
  const std::int64_t n = 1'000'000;
  for (int gap = 1; gap + 1 < kNodes; ++gap) {
    SCOPED_TRACE(gap);
    const double middle = 0.5 * (node_thetas()[gap - 1] + node_thetas()[gap]);
    const BernoulliCells cells = cells_of(
        letters({3}), {{{0}, 0.5, n, events_for(middle, n)}, {{1}, 0.5, 10, 5}, {{2}, 0.5, 8, 2}});
    const BernoulliFamily family(cells, cells.y, Direction::higher);
    const LaneRow& row = family.rows()[0];
    const double top = NodeSeries(row).maximise().value;
    const double best_node = *std::max_element(row.lane, row.lane + kNodes);
    ASSERT_GT(top, best_node);
    const double c = 0.5 * (top + best_node);
    ASSERT_EQ(nodes_above(row, c), 0U);  // no node shows it
    EXPECT_TRUE(holds(candidates(cells, c), 1));
  }
}

TEST(CandidateSets, AHumpInTheFirstGapIsFound) {
  const std::int64_t n = 400'000'000;
  const double middle = 0.5 * node_thetas()[0];
  const BernoulliCells cells =
      cells_of(letters({2}), {{{0}, 0.5, n, events_for(middle, n)}, {{1}, 0.5, 10, 5}});
  const BernoulliFamily family(cells, cells.y, Direction::higher);
  const LaneRow& row = family.rows()[0];
  const double top = NodeSeries(row).maximise().value;
  const double best_node = std::max(0.0, *std::max_element(row.lane, row.lane + kNodes));
  ASSERT_GT(top, best_node);
  EXPECT_TRUE(holds(candidates(cells, 0.5 * (top + best_node)), 1));
}

TEST(CandidateSets, TwoHumpsInOneGapGiveAllThreeSets) {
  // Both rise and fall inside one gap, one a little later than the other.
  const std::int64_t n = 1'000'000;
  const int gap = 10;
  const double left = node_thetas()[gap - 1];
  const double width = node_thetas()[gap] - left;
  const BernoulliCells cells =
      cells_of(letters({2}), {{{0}, 0.5, n, events_for(left + 0.4 * width, n)},
                              {{1}, 0.5, n, events_for(left + 0.6 * width, n)}});
  const BernoulliFamily family(cells, cells.y, Direction::higher);
  // Both tops are above c, and at the top of each the other is above or below depending on c.
  const double tops[] = {NodeSeries(family.rows()[0]).maximise().value,
                         NodeSeries(family.rows()[1]).maximise().value};
  const double c = std::min(tops[0], tops[1]) - 200;
  ASSERT_EQ(nodes_above(family.rows()[0], c), 0U);
  // Value 1 has the higher top (more events): at this c it may show at a node; what counts is that
  // every set that occurs on a fine grid is there.
  const auto sets = candidates(cells, c);
  int occurring = 0;
  for (int i = 1; i < 20'000; ++i) {
    const double t = left - width + 3 * width * i / 20'000;
    ValueSet set = 0;
    bool close = false;
    for (int v = 0; v < 2; ++v) {
      const double f = NodeSeries(family.rows()[v]).value(t) - c;
      close = close || std::abs(f) < 1e-3;
      if (f > 0) set |= ValueSet{1} << v;
    }
    if (set == 0 || close) continue;
    EXPECT_TRUE(holds(sets, set)) << set;
    ++occurring;
  }
  EXPECT_GT(occurring, 10);
}

TEST(CandidateSets, PastTheLastNode) {
  // Value 0 pays only past the last node and stays (all had the event); value 1 pays from far below
  // and leaves past the last node.
  const BernoulliCells cells = cells_of(letters({2}), {{{0}, 0.01, 1, 1}, {{1}, 1e-4, 20, 10}});
  const auto sets = candidates(cells, 4.0);
  EXPECT_TRUE(holds(sets, 2));
  EXPECT_TRUE(holds(sets, 3));
  EXPECT_TRUE(holds(sets, 1));
}

// One person at p = .01 and one at p = .0001, both with the event, penalty 4: the pair scores 4.605
// + 9.210 - 8 = 5.815, the second alone 5.210. The first value reaches 4 only past the last node;
// folded cells must not lose it.
TEST(CandidateSets, ALimitPastTheLastNodeCountsWithFoldedCellsToo) {
  const auto attributes = letters({3});
  const data::Profiles profiles =
      profiles_of(attributes, {{{0}, 0.01, 1, 1}, {{1}, 1e-4, 1, 1}, {{2}, 0.5, 10, 3}});
  const double best = -std::log(0.01) - std::log(1e-4) - 8;
  const BernoulliCells kept = make_bernoulli_cells(profiles);
  const testing::Folded folded = fold(profiles);
  EXPECT_TRUE(holds(candidates(folded.cells, 4.0), 3));
  for (const BernoulliCells* cells : {&kept, &folded.cells}) {
    for (const Strategy strategy : {Strategy::exhaustive, Strategy::bounded, Strategy::ascent}) {
      const BernoulliFamily family(*cells, cells->y, Direction::higher);
      const SearchResult result = search(family, cells->n, {.penalty = 4, .strategy = strategy});
      ASSERT_FALSE(result.found.empty());
      EXPECT_NEAR(result.found[0].score, best, 1e-9);
      EXPECT_EQ(result.found[0].subgroup, (Subgroup{{3}}));
      EXPECT_EQ(result.found[0].theta, kInfinity);
    }
  }
}

TEST(CandidateSets, WithoutPenaltyEveryRisingValueIsThereAtZero) {
  const BernoulliCells cells =
      cells_of(letters({3}), {{{0}, 0.5, 100, 51}, {{1}, 0.5, 100, 52}, {{2}, 0.5, 100, 49}});
  EXPECT_TRUE(holds(candidates(cells, 0.0), 3));
  // Nothing reaches a penalty above every top.
  EXPECT_TRUE(candidates(cells, 50.0).empty());
}

}  // namespace
}  // namespace faultline::search
