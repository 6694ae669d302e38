#include "faultline/search/lanes.hpp"

#include <algorithm>
#include <bit>

#include "faultline/base/vector_clones.hpp"

namespace faultline::search {
namespace {

// Half the widest gap between neighbouring nodes: how far the maximiser can be from the nearest
// node.
double half_widest_gap() {
  const auto& thetas = node_thetas();
  double widest = thetas[0];
  for (int k = 1; k < kNodes; ++k) widest = std::max(widest, thetas[k] - thetas[k - 1]);
  return 0.5 * widest;
}

// The ratio's curvature is at least -people/4, so between nodes it rises above the nearest one by
// at most people/8 * gap^2.
const double rise_per_person_at_nodes = half_widest_gap() * half_widest_gap() / 8;

inline __attribute__((always_inline)) double bound_of(const double* lane, double rise_per_person) {
  double best[8];
  for (int l = 0; l < 8; ++l) best[l] = lane[l] > lane[l + 8] ? lane[l] : lane[l + 8];
  for (int l = 0; l < kNodes - 16; ++l) best[l] = best[l] > lane[l + 16] ? best[l] : lane[l + 16];
  for (int l = 0; l < 4; ++l) best[l] = best[l] > best[l + 4] ? best[l] : best[l + 4];
  for (int l = 0; l < 2; ++l) best[l] = best[l] > best[l + 2] ? best[l] : best[l + 2];
  double top = best[0] > best[1] ? best[0] : best[1];
  top = (top > 0 ? top : 0) + rise_per_person * lane[kLanePeople];
  return top > lane[kLaneTail] ? top : lane[kLaneTail];
}

}  // namespace

void add(LaneRow& to, const LaneRow& from) {
  for (int l = 0; l < kLanes; ++l) to.lane[l] += from.lane[l];
}

double quick_bound(const LaneRow& row) { return bound_of(row.lane, rise_per_person_at_nodes); }

FAULTLINE_VECTOR_CLONES
void promising_subsets(const LaneRow* rows, int arity, double floor, double penalty,
                       std::vector<ValueSet>& promising) {
  // Depth-first over increasing value lists: every subset is its parent plus one row.
  LaneRow partial[data::kMaxValues + 1];
  int chosen[data::kMaxValues + 1];
  const double rise = rise_per_person_at_nodes;
  const ValueSet complete = all_values(arity);
  int depth = 1;
  chosen[1] = 0;
  ValueSet set = 0;
  while (depth > 0) {
    const int value = chosen[depth];
    const double* __restrict parent = partial[depth - 1].lane;
    const double* __restrict row = rows[value].lane;
    double* __restrict sum = partial[depth].lane;
    for (int l = 0; l < kLanes; ++l) sum[l] = parent[l] + row[l];
    set |= ValueSet{1} << value;
    const double wanted = set == complete ? floor : floor + penalty * depth;
    if (bound_of(sum, rise) > wanted) promising.push_back(set);
    if (value + 1 < arity) {
      chosen[++depth] = value + 1;
      continue;
    }
    set &= ~(ValueSet{1} << value);
    if (--depth > 0) {
      set &= ~(ValueSet{1} << chosen[depth]);
      ++chosen[depth];
    }
  }
}

namespace {

// In a gap of width h a concave function with curvature above -people/4 exceeds the higher of its
// two ends by at most people h^2 / 32.
struct GapRises {
  double per_person[kLanes] = {};
  GapRises() {
    const auto& thetas = node_thetas();
    for (int k = 0; k < kNodes; ++k) {
      const double width = thetas[k] - (k == 0 ? 0.0 : thetas[k - 1]);
      per_person[k] = width * width / 32;
    }
  }
};
const GapRises gap_rises;

}  // namespace

FAULTLINE_VECTOR_CLONES
double positive_part_bound(const LaneRow* rows, std::size_t count) {
  double total[kLanes] = {};
  double tail = 0;
  const double* __restrict rise = gap_rises.per_person;
  for (std::size_t i = 0; i < count; ++i) {
    const double* __restrict lane = rows[i].lane;
    const double people = lane[kLanePeople];
    double ends[kLanes];
    ends[0] = lane[0] > 0 ? lane[0] : 0;
    for (int k = 1; k < kNodes; ++k) ends[k] = lane[k] > lane[k - 1] ? lane[k] : lane[k - 1];
    for (int k = 0; k < kNodes; ++k) {
      const double top = ends[k] + people * rise[k];
      total[k] += top > 0 ? top : 0;
    }
    tail += lane[kLaneTail] > 0 ? lane[kLaneTail] : 0;
  }
  double best = tail;
  for (int k = 0; k < kNodes; ++k) best = std::max(best, total[k]);
  return best;
}

std::uint32_t nodes_above(const LaneRow& row, double c) {
  std::uint32_t above = 0;
  for (int k = 0; k < kNodes; ++k) above |= static_cast<std::uint32_t>(row.lane[k] > c) << k;
  return above;
}

}  // namespace faultline::search
