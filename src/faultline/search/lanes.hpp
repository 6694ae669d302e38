#pragma once
// A Bernoulli cell, or a set of cells, as a short row of additive numbers: the log-likelihood ratio
// at the nodes and three bounds' ingredients. The inner loop of every search is adding such rows;
// no logarithm or exponential is left in it.

#include <cstdint>
#include <vector>

#include "faultline/search/nodes.hpp"
#include "faultline/search/subgroup.hpp"

namespace faultline::search {

inline constexpr int kLanes = 24;
inline constexpr int kLanePeople = kNodes;     // people with p > 0
inline constexpr int kLaneTail = kNodes + 1;   // bound on the ratio for t past the last node
inline constexpr int kLaneSlope = kNodes + 2;  // slope at t = 0: y - sum p
static_assert(kNodes + 3 == kLanes);

struct alignas(64) LaneRow {
  double lane[kLanes] = {};
};

void add(LaneRow& to, const LaneRow& from);

/// At least the maximum over t >= 0, and cheap: the best node, plus what curvature (at most people
/// / 4) can add between nodes, or the tail bound.
[[nodiscard]] double quick_bound(const LaneRow& row);

/// Enumerates the non-empty subsets of `rows` (one per value) and appends those whose quick bound
/// exceeds floor + penalty * |subset| (for the complete set, floor alone).
void promising_subsets(const LaneRow* rows, int arity, double floor, double penalty,
                       std::vector<ValueSet>& promising);

/// At least the maximum over t >= 0 of the sum of the rows' positive parts: a bound on every union
/// of the rows.
[[nodiscard]] double positive_part_bound(const LaneRow* rows, std::size_t count);

/// Bit k: lane k (a node) of the row is above c.
[[nodiscard]] std::uint32_t nodes_above(const LaneRow& row, double c);

}  // namespace faultline::search
