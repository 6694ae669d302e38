// The series through the nodes against direct evaluation: values, maxima, crossings.

#include "faultline/search/node_series.hpp"

#include <cmath>

#include "random_rows.hpp"
#include <gtest/gtest.h>

namespace faultline::search {
namespace {

/// Interpolation and rounding: both grow with the people and the size of what was added up.
double tolerance(const RandomCell& cell) {
  double largest = 0;
  for (int k = 0; k < kNodes; ++k) largest = std::max(largest, std::abs(cell.row.lane[k]));
  return kNodeError * cell.row.lane[kLanePeople] + 1e-13 * (1 + largest);
}

TEST(NodeSeries, ValueEqualsDirectEvaluation) {
  rng::Stream stream(11, rng::Purpose::test, 1);
  for (int trial = 0; trial < 300; ++trial) {
    const RandomCell cell = random_cell(stream);
    const NodeSeries series(cell.row);
    for (double t = 0; t <= kNodeRange; t += 0.07)
      EXPECT_NEAR(series.value(t), cell.ratio(t), tolerance(cell)) << "t = " << t;
  }
}

TEST(NodeSeries, MaximumEqualsDirectMaximum) {
  rng::Stream stream(11, rng::Purpose::test, 2);
  const double last = node_thetas()[kNodes - 1];
  int inside = 0;
  int at_end = 0;
  for (int trial = 0; trial < 2000; ++trial) {
    const RandomCell cell = random_cell(stream);
    const Maximum ours = NodeSeries(cell.row).maximise();
    Maximum wanted = maximise_bernoulli(cell.view(), cell.y);
    if (wanted.theta > last) {
      wanted = {cell.ratio(last), last};
      ++at_end;
    } else if (wanted.theta > 0) {
      ++inside;
    }
    EXPECT_NEAR(ours.value, wanted.value, tolerance(cell));
    EXPECT_GE(ours.theta, 0);
    EXPECT_LE(ours.theta, last);
    // Where curvature is strong the place is sharp, too.
    if (wanted.theta < last && wanted.value > 1) {
      EXPECT_NEAR(ours.theta, wanted.theta, 1e-5);
    }
    if (wanted.theta == last) {
      EXPECT_EQ(ours.theta, last);
    }
  }
  EXPECT_GT(inside, 300);
  EXPECT_GT(at_end, 100);
}

TEST(NodeSeries, CrossingIsWhereTheRatioEqualsC) {
  rng::Stream stream(11, rng::Purpose::test, 3);
  const double last = node_thetas()[kNodes - 1];
  int checked = 0;
  for (int trial = 0; trial < 2000; ++trial) {
    const RandomCell cell = random_cell(stream);
    const Maximum top = maximise_bernoulli(cell.view(), cell.y);
    if (!(top.value > 0.01) || top.theta > last) continue;
    const double c = top.value * rng::uniform(stream);
    const NodeSeries series(cell.row);
    const double up = series.crossing(c, top.theta, 0);
    EXPECT_GE(up, 0);
    EXPECT_LE(up, top.theta);
    EXPECT_NEAR(cell.ratio(up), c, 10 * tolerance(cell) + 1e-10 * cell.row.lane[kLanePeople]);
    ++checked;
    if (cell.ratio(last) > c) continue;
    const double down = series.crossing(c, top.theta, last);
    EXPECT_GE(down, top.theta);
    EXPECT_NEAR(cell.ratio(down), c, 10 * tolerance(cell) + 1e-10 * cell.row.lane[kLanePeople]);
  }
  EXPECT_GT(checked, 300);
}

}  // namespace
}  // namespace faultline::search
