// Bounds from the lanes really are bounds, and subsets are enumerated exactly.

#include "faultline/search/lanes.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <set>

#include "random_rows.hpp"
#include <gtest/gtest.h>

#include "faultline/search/node_series.hpp"

namespace faultline::search {
namespace {

/// A dense grid, far past the node range.
constexpr double kStep = 0.003;
constexpr double kFar = 14;

double slack(double value) { return 1e-11 * (1 + std::abs(value)); }

TEST(Lanes, BoundsAreNotBelowAnyValue) {
  rng::Stream stream(13, rng::Purpose::test, 1);
  const double last = node_thetas()[kNodes - 1];
  for (int trial = 0; trial < 200; ++trial) {
    const RandomCell cell = random_cell(stream);
    const double quick = quick_bound(cell.row);
    const double chord = chord_bound(cell.row);
    int gap = 0;
    for (double t = 0; t < kFar; t += kStep) {
      const double f = cell.ratio(t);
      ASSERT_GE(quick, f - slack(f)) << "t = " << t;
      if (t > last) {
        ASSERT_GE(cell.row.lane[kLaneTail], f - slack(f)) << "t = " << t;
        continue;
      }
      ASSERT_GE(chord, f - slack(f)) << "t = " << t;
      while (t > node_thetas()[gap]) ++gap;
      ASSERT_GE(gap_bound(cell.row, gap), f - slack(f)) << "t = " << t << ", gap " << gap;
    }
    const Maximum top = maximise_bernoulli(cell.view(), cell.y);
    EXPECT_GE(quick, top.value - slack(top.value));
  }
}

TEST(Lanes, ChordBoundIsTighterThanTheQuickOne) {
  rng::Stream stream(13, rng::Purpose::test, 2);
  double chord_excess = 0;
  double quick_excess = 0;
  int compared = 0;
  for (int trial = 0; trial < 1000; ++trial) {
    const RandomCell cell = random_cell(stream);
    const Maximum top = NodeSeries(cell.row).maximise();
    // Only where the maximum is between nodes: elsewhere the tail decides.
    if (top.theta <= 0 || top.theta >= node_thetas()[kNodes - 1]) continue;
    chord_excess += chord_bound(cell.row) - top.value;
    quick_excess += quick_bound(cell.row) - top.value;
    ++compared;
  }
  EXPECT_GT(compared, 300);
  EXPECT_GE(chord_excess, 0);
  EXPECT_LT(chord_excess, 0.5 * quick_excess) << chord_excess << " " << quick_excess;
}

TEST(Lanes, PositivePartBoundCoversEveryUnion) {
  rng::Stream stream(13, rng::Purpose::test, 3);
  for (int trial = 0; trial < 60; ++trial) {
    std::vector<RandomCell> cells;
    std::vector<LaneRow> rows;
    const auto count = 1 + rng::below(stream, 6);
    for (std::uint64_t i = 0; i < count; ++i) {
      cells.push_back(random_cell(stream));
      rows.push_back(cells.back().row);
    }
    const double bound = positive_part_bound(rows.data(), rows.size());
    for (double t = 0; t < kFar; t += 0.01) {
      double sum = 0;
      for (const RandomCell& cell : cells) sum += std::max(0.0, cell.ratio(t));
      ASSERT_GE(bound, sum - slack(sum)) << "t = " << t;
    }
  }
  EXPECT_EQ(positive_part_bound(nullptr, 0), 0);
}

TEST(Lanes, AddIsLaneByLane) {
  rng::Stream stream(13, rng::Purpose::test, 4);
  const LaneRow a = random_cell(stream).row;
  const LaneRow b = random_cell(stream).row;
  LaneRow sum = a;
  add(sum, b);
  for (int l = 0; l < kLanes; ++l) EXPECT_EQ(sum.lane[l], a.lane[l] + b.lane[l]);
}

TEST(Lanes, NodesAboveMarksExactlyTheNodesAbove) {
  LaneRow row;
  for (int k = 0; k < kNodes; ++k) row.lane[k] = k % 3 == 0 ? 2.0 : 1.0;
  row.lane[kLanePeople] = row.lane[kLaneTail] = row.lane[kLaneSlope] = 100;  // no nodes
  std::uint32_t wanted = 0;
  for (int k = 0; k < kNodes; k += 3) wanted |= 1U << k;
  EXPECT_EQ(nodes_above(row, 1.0), wanted);  // equal is not above
  EXPECT_EQ(nodes_above(row, 2.0), 0U);
  EXPECT_EQ(nodes_above(row, 0.5), (1U << kNodes) - 1);
}

TEST(PromisingSubsets, AreExactlyThoseWhoseBoundIsHighEnough) {
  rng::Stream stream(13, rng::Purpose::test, 5);
  int taken = 0;
  int left = 0;
  for (int trial = 0; trial < 100; ++trial) {
    const int arity = 1 + static_cast<int>(rng::below(stream, 7));
    std::vector<LaneRow> rows;
    for (int v = 0; v < arity; ++v) rows.push_back(random_cell(stream).row);
    const double penalty = 5 * rng::uniform(stream);
    const double floor = 100 * rng::uniform(stream);
    std::vector<ValueSet> promising;
    promising_subsets(rows.data(), arity, floor, penalty, promising);
    const std::set<ValueSet> found(promising.begin(), promising.end());
    EXPECT_EQ(found.size(), promising.size()) << "a subset came twice";
    for (ValueSet set = 1; set <= all_values(arity); ++set) {
      LaneRow sum;
      for (int v = 0; v < arity; ++v) {
        if ((set >> v) & 1) add(sum, rows[v]);
      }
      const double wanted = floor + (set == all_values(arity) ? 0 : penalty * std::popcount(set));
      EXPECT_EQ(found.count(set) == 1, quick_bound(sum) > wanted);
      ++(found.count(set) == 1 ? taken : left);
    }
  }
  EXPECT_GT(taken, 100);
  EXPECT_GT(left, 100);
}

TEST(PromisingSubsets, LookAtEveryNonEmptySubset) {
  std::vector<LaneRow> rows(6);
  for (LaneRow& row : rows) row.lane[0] = 1;
  std::vector<ValueSet> promising;
  promising_subsets(rows.data(), 6, 0.5, 0, promising);
  std::sort(promising.begin(), promising.end());
  ASSERT_EQ(promising.size(), 63U);
  for (ValueSet set = 1; set <= 63; ++set) EXPECT_EQ(promising[set - 1], set);
}

}  // namespace
}  // namespace faultline::search
