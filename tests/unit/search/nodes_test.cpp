// The Chebyshev nodes: how well they stand for the whole function, and sums over people at them.

#include "faultline/search/nodes.hpp"

#include <algorithm>
#include <cmath>
#include <vector>

#include <gtest/gtest.h>

#include "faultline/rng/draw.hpp"
#include "faultline/search/node_series.hpp"

namespace faultline::search {
namespace {

TEST(Nodes, AscendInsideTheRange) {
  const auto& thetas = node_thetas();
  EXPECT_GT(thetas[0], 0);
  EXPECT_LT(thetas[kNodes - 1], kNodeRange);
  EXPECT_TRUE(std::is_sorted(thetas.begin(), thetas.end()));
  for (int k = 0; k < kNodes; ++k) {
    EXPECT_DOUBLE_EQ(node_growths()[k], std::expm1(thetas[k]));
    // Symmetric about the middle.
    EXPECT_NEAR(thetas[k] + thetas[kNodes - 1 - k], kNodeRange, 1e-15);
  }
}

/// The worst error of the interpolation in exact arithmetic, for log(1 + growth p). Computed in
/// long double: kNodeError speaks of the interpolation, below the rounding of doubles near 3.5.
TEST(Nodes, WorstCaseErrorIsBelowTheStatedOne) {
  // Barycentric interpolation in long double.
  std::vector<long double> nodes;
  std::vector<long double> weights;
  const long double pi = 3.14159265358979323846264338327950288L;
  for (int k = 0; k < kNodes; ++k) {
    const long double angle = (2 * k + 1) * pi / (2 * kNodes);
    nodes.push_back(0.5L * static_cast<long double>(kNodeRange) * (1 - std::cos(angle)));
    weights.push_back((k % 2 == 0 ? 1 : -1) * std::sin(angle));
    EXPECT_NEAR(static_cast<double>(nodes.back()), node_thetas()[k], 1e-15);
  }
  long double worst = 0;
  for (double logit = -14; logit <= 14; logit += 0.05) {
    const long double p = 1 / (1 + std::exp(-static_cast<long double>(logit)));
    const auto f = [p](long double t) { return std::log1p(std::expm1(t) * p); };
    std::vector<long double> values;
    for (const long double t : nodes) values.push_back(f(t));
    for (int i = 0; i <= 400; ++i) {
      const long double t = static_cast<long double>(kNodeRange) * i / 400;
      long double top = 0;
      long double bottom = 0;
      bool at_node = false;
      for (int k = 0; k < kNodes; ++k) {
        if (t == nodes[k]) at_node = true;
        const long double share = weights[k] / (t - nodes[k]);
        top += share * values[k];
        bottom += share;
      }
      if (!at_node) worst = std::max(worst, std::abs(top / bottom - f(t)));
    }
  }
  EXPECT_LT(worst, kNodeError);
  // Not stated ten times too large either: certificates carry it.
  EXPECT_GT(worst, kNodeError / 10);
}

double direct(const std::vector<std::pair<double, std::int64_t>>& people, int node) {
  double sum = 0;
  for (const auto& [p, n] : people)
    sum += static_cast<double>(n) * std::log1p(node_growths()[node] * p);
  return sum;
}

TEST(NodeSum, EqualsDirectSums) {
  rng::Stream stream(7, rng::Purpose::test, 1);
  for (int trial = 0; trial < 200; ++trial) {
    std::vector<std::pair<double, std::int64_t>> people;
    const auto distinct = rng::below(stream, 120);
    for (std::uint64_t i = 0; i < distinct; ++i) {
      // Certain and impossible events, tiny predictions, single people and crowds.
      double p = rng::uniform(stream);
      const auto kind = rng::below(stream, 8);
      if (kind == 0) p = 0;
      if (kind == 1) p = 1;
      if (kind == 2) p *= 1e-12;
      people.emplace_back(p, static_cast<std::int64_t>(rng::below(stream, 60)) + 1);
    }
    NodeSum sum;
    for (const auto& [p, n] : people) sum.add(p, n);
    std::vector<double> sums(kNodes);
    sum.take(sums.data());
    for (int k = 0; k < kNodes; ++k) {
      const double wanted = direct(people, k);
      EXPECT_NEAR(sums[k], wanted, 1e-12 * (1 + wanted));
    }
  }
}

TEST(NodeSum, StartsAnewAfterTake) {
  NodeSum sum;
  std::vector<double> sums(kNodes, 7.0);
  sum.take(sums.data());
  for (const double value : sums) EXPECT_EQ(value, 0);  // nobody
  sum.add(0.3, 5);
  sum.take(sums.data());
  sum.add(0.6, 1000);
  sum.take(sums.data());
  for (int k = 0; k < kNodes; ++k) EXPECT_NEAR(sums[k], direct({{0.6, 1000}}, k), 1e-10);
}

TEST(NodeSum, CertainAndImpossibleEventsAreExact) {
  NodeSum sum;
  std::vector<double> sums(kNodes);
  sum.add(0, 1'000'000'000);
  sum.add(1, 3);
  sum.take(sums.data());
  for (int k = 0; k < kNodes; ++k) EXPECT_NEAR(sums[k], 3 * node_thetas()[k], 1e-13);
}

}  // namespace
}  // namespace faultline::search
