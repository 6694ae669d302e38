// Tangents bound what they touch, and their slopes are as exact as is said.

#include "faultline/search/tangent_rows.hpp"

#include <algorithm>
#include <cmath>
#include <span>

#include "support/small_cells.hpp"
#include <gtest/gtest.h>

#include "faultline/search/bernoulli_family.hpp"

namespace faultline::search {
namespace {

TEST(TangentRows, SlopesAtTheNodesAreAsExactAsIsSaid) {
  for (int i = 1; i < 2000; ++i) {
    const double p = i / 2000.0;
    LaneRow row;
    for (int k = 0; k < kNodes; ++k) row.lane[k] = -std::log1p(node_growths()[k] * p);
    const auto slopes = node_slopes(row);
    for (int k = 0; k < kNodes; ++k) {
      const double odds = std::exp(node_thetas()[k]) * p;
      EXPECT_LE(std::abs(slopes[k] + odds / (1 - p + odds)), kSlopeError) << p << " " << k;
    }
  }
}

TEST(TangentRows, NoThetaTakesARatioAboveTheLargestLane) {
  for (const double p : {0.001, 0.02, 0.1, 0.3, 0.5, 0.8, 0.97}) {
    for (const std::int64_t n : {1, 7, 200, 100'000}) {
      for (const double share : {0.0, 0.1, 0.4, 0.5, 0.9, 1.0}) {
        const auto y = static_cast<std::int64_t>(share * static_cast<double>(n));
        const BernoulliCells cells =
            testing::cells_of(testing::letters({2}), {{{0}, p, n, y}, {{1}, p, 1, 0}});
        const BernoulliFamily family(cells, cells.y, Direction::higher);
        const TangentRows rows = tangent_rows(family.rows(), 0);
        const double best = maximise_bernoulli(PredictionsView{std::span(&p, 1), std::span(&n, 1)},
                                               static_cast<double>(y))
                                .value;
        const double bound = static_cast<double>(*std::ranges::max_element(rows.rows[0].lane)) +
                             static_cast<double>(rows.slack.lane[0]);
        EXPECT_GE(std::max(0.0, bound), best) << p << " " << n << " " << y;
        // And not far above: by a share, or by what the first interval of theta allows.
        const double excess = static_cast<double>(y) - static_cast<double>(n) * p;
        if (p < 0.02) continue;
        EXPECT_LE(bound, 1.5 * best + 0.04 * std::max(0.0, excess) + 1e-5)
            << p << " " << n << " " << y;
      }
    }
  }
}

}  // namespace
}  // namespace faultline::search
