#include "faultline/search/bernoulli_family.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>

#include "faultline/search/incumbent.hpp"
#include "faultline/search/node_series.hpp"

namespace faultline::search {
namespace {

constexpr double kUnbounded = std::numeric_limits<double>::infinity();
constexpr double kLargest = std::numeric_limits<double>::max();

double last_node() { return node_thetas()[kNodes - 1]; }

/// Where the sign of f_v - c changes; `enters` when it becomes positive.
struct Event {
  double theta;
  int value;
  bool enters;
};

/// Replays events in order from the set at the left end; appends each new set.
void replay(std::vector<Event>& events, ValueSet set, std::vector<ValueSet>& sets) {
  std::sort(events.begin(), events.end(),
            [](const Event& a, const Event& b) { return a.theta < b.theta; });
  for (const Event& event : events) {
    const ValueSet bit = ValueSet{1} << event.value;
    set = event.enters ? set | bit : set & ~bit;
    if (set != 0) sets.push_back(set);
  }
}

}  // namespace

BernoulliFamily::BernoulliFamily(const BernoulliCells& cells, std::span<const std::int64_t> y,
                                 Direction direction)
    : cells_(cells), y_(y), direction_(direction), rows_(static_cast<std::size_t>(cells.cells())) {
  error_bound_ = kNodeError * static_cast<double>(cells.people());
  const DirectionSums& sums = cells.sums(direction);
  const auto& thetas = node_thetas();
  for (std::int64_t cell = 0; cell < cells.cells(); ++cell) {
    double* lane = rows_[cell].lane;
    const auto events_here = static_cast<double>(events(cell));
    const double* partition = sums.log_partition.data() + cell * kNodes;
    for (int k = 0; k < kNodes; ++k) lane[k] = events_here * thetas[k] - partition[k];
    const auto possible = static_cast<double>(sums.possible[cell]);
    lane[kLanePeople] = possible;
    lane[kLaneTail] = tail_bound(events_here, possible, sums.log_p[cell], partition[kNodes - 1]);
    const double expected = direction == Direction::higher
                                ? cells.expected[cell]
                                : static_cast<double>(cells.n[cell]) - cells.expected[cell];
    lane[kLaneSlope] = events_here - expected;
  }
}

double BernoulliFamily::bound(const Row& row) const {
  return std::max(chord_bound(row), row.lane[kLaneTail]);
}

BernoulliFamily::TailSums BernoulliFamily::tail_sums(const CellSet& where) const {
  const DirectionSums& sums = cells_.sums(direction_);
  TailSums tail;
  where.for_each([&](std::int64_t cell) {
    tail.missing += sums.possible[cell] - events(cell);
    tail.log_p += sums.log_p[cell];
  });
  return tail;
}

Maximum BernoulliFamily::maximum(const Row& row, const CellSet& where) const {
  const double slope_at_end = row.lane[kNodes - 1] - row.lane[kNodes - 2];
  const bool rises_past_nodes = slope_at_end > 0 && row.lane[kLaneTail] > row.lane[kNodes - 1];
  const Maximum inside = NodeSeries(row).maximise();
  if (!rises_past_nodes) return inside;
  const TailSums tail = tail_sums(where);
  if (tail.missing == 0) return {-tail.log_p, kUnbounded};
  if (cells_.folded()) {
    // The distinct predictions are gone: settle for the last node, a true lower bound, and say so.
    if (inside.theta >= last_node()) cut_bound_ = std::max(cut_bound_, row.lane[kLaneTail]);
    return inside;
  }
  const SubgroupPeople people = gather_people(cells_, y_, direction_, where);
  return maximise_bernoulli(people.view(), static_cast<double>(people.y));
}

void BernoulliFamily::candidate_sets(std::span<const Row> rows, double c, double floor,
                                     int attribute, const CellSet& where,
                                     std::vector<ValueSet>& sets) const {
  const int arity = static_cast<int>(rows.size());
  // Sign patterns at the nodes. Each is a run of ones, because every f_v is concave.
  std::uint32_t above[data::kMaxValues];
  for (int v = 0; v < arity; ++v) above[v] = has_people(rows[v]) ? nodes_above(rows[v], c) : 0;
  double reached = floor;  // a score that some candidate is sure to reach
  for (int k = 0; k < kNodes; ++k) {
    ValueSet set = 0;
    double score = 0;
    for (int v = 0; v < arity; ++v) {
      if (((above[v] >> k) & 1) == 0) continue;
      set |= ValueSet{1} << v;
      score += rows[v].lane[k] - c;
    }
    if (set != 0 && (sets.empty() || sets.back() != set)) sets.push_back(set);
    if (floor > -kUnbounded) reached = std::max(reached, score);
  }
  // Just right of zero: with no penalty every value whose slope is positive; else none.
  ValueSet at_zero = 0;
  for (int v = 0; v < arity && c == 0; ++v) {
    if (rows[v].lane[kLaneSlope] > 0 && has_people(rows[v])) at_zero |= ValueSet{1} << v;
  }
  if (at_zero != 0) sets.push_back(at_zero);
  // A gap between nodes in which two or more signs change (or one value rises and falls) hides sets
  // that no node shows: find the crossings there and replay them.
  std::vector<Event> events;
  for (int gap = 0; gap < kNodes; ++gap) {
    const double left = gap == 0 ? 0.0 : node_thetas()[gap - 1];
    const double right = node_thetas()[gap];
    int changes = 0;
    ValueSet at_left = 0;
    ValueSet hidden = 0;
    for (int v = 0; v < arity; ++v) {
      const bool was = gap == 0 ? ((at_zero >> v) & 1) != 0 : ((above[v] >> (gap - 1)) & 1) != 0;
      const bool is = ((above[v] >> gap) & 1) != 0;
      if (was) at_left |= ValueSet{1} << v;
      if (was != is) ++changes;
      // A hump inside the gap: only where the best point is one of its ends, and only if the chords
      // leave room for it.
      if (!was && !is && above[v] == 0 && has_people(rows[v])) {
        const double best_left = gap == 0 ? 0.0 : rows[v].lane[gap - 1];
        const double best = std::max(best_left, rows[v].lane[gap]);
        const bool peak_here =
            (gap == 0 || rows[v].lane[gap - 1] >= (gap == 1 ? 0.0 : rows[v].lane[gap - 2])) &&
            (gap == kNodes - 1 || rows[v].lane[gap] >= rows[v].lane[gap + 1]);
        if (peak_here && best <= c && chord_bound(rows[v]) > c) hidden |= ValueSet{1} << v;
      }
    }
    if (changes < 2 && hidden == 0) continue;
    // An optimum with theta in this gap scores at most the sum of what each value can reach here.
    double reachable = 0;
    for (int v = 0; v < arity; ++v) {
      if (has_people(rows[v])) reachable += std::max(0.0, gap_bound(rows[v], gap) - c);
    }
    if (reachable < reached - tie_width(reached)) continue;
    events.clear();
    for (int v = 0; v < arity; ++v) {
      const bool was = ((at_left >> v) & 1) != 0;
      const bool is = ((above[v] >> gap) & 1) != 0;
      if (was != is) {
        const NodeSeries series(rows[v]);
        events.push_back({series.crossing(c, was ? left : right, was ? right : left), v, is});
      } else if (((hidden >> v) & 1) != 0) {
        const NodeSeries series(rows[v]);
        const Maximum top = series.maximise();
        if (!(top.value > c) || top.theta <= left || top.theta >= right) continue;
        events.push_back({series.crossing(c, top.theta, left), v, true});
        events.push_back({series.crossing(c, top.theta, right), v, false});
      }
    }
    replay(events, at_left, sets);
  }
  tail_candidates(rows, c, attribute, where, sets);
}

namespace {

/// At least what any union of the values scores past the last node.
double positive_tails(std::span<const LaneRow> rows) {
  double sum = 0;
  for (const LaneRow& row : rows) sum += std::max(0.0, row.lane[kLaneTail]);
  return sum;
}

}  // namespace

void BernoulliFamily::tail_candidates(std::span<const Row> rows, double c, int attribute,
                                      const CellSet& where, std::vector<ValueSet>& sets) const {
  std::vector<Event> events;
  ValueSet at_left = 0;
  Subgroup slice;
  for (int v = 0; v < static_cast<int>(rows.size()); ++v) {
    if (!has_people(rows[v])) continue;
    if (rows[v].lane[kNodes - 1] > c) at_left |= ValueSet{1} << v;
    if (!(rows[v].lane[kLaneTail] > c)) {
      if (rows[v].lane[kNodes - 1] > c) events.push_back({last_node(), v, false});
      continue;
    }
    if (slice.sets.empty()) slice = where.subgroup;
    slice.sets[attribute] = ValueSet{1} << v;
    const CellSet cells{where.lattice, slice, where.within};
    ThetaInterval interval;
    const TailSums tail = tail_sums(cells);
    if (tail.missing == 0 && rows[v].lane[kNodes - 1] > c) {
      interval = {last_node(), kUnbounded};
    } else if (cells_.folded()) {
      // Without the predictions the crossing past the last node is unknown; the set at the last
      // node is already there.
      if (tail.missing > 0) cut_bound_ = std::max(cut_bound_, positive_tails(rows));
      // With everybody's event it enters somewhere past the last node and stays; a union of such
      // values has its maximum at infinity, where all of them are in.
      if (tail.missing == 0 && -tail.log_p > c) interval = {kLargest, kUnbounded};
    } else {
      const SubgroupPeople people = gather_people(cells_, y_, direction_, cells);
      interval = interval_above(people.view(), static_cast<double>(people.y), c, last_node());
    }
    if (interval.empty()) {
      if (rows[v].lane[kNodes - 1] > c) events.push_back({last_node(), v, false});
      continue;
    }
    if (interval.lo > last_node()) events.push_back({interval.lo, v, true});
    if (std::isfinite(interval.hi)) events.push_back({interval.hi, v, false});
  }
  replay(events, at_left, sets);
}

ScoredSubgroup BernoulliFamily::score(const Subgroup& subgroup) const {
  const CellSet where{cells_.lattice, subgroup};
  ScoredSubgroup scored;
  scored.subgroup = subgroup;
  Row total;
  where.for_each([&](std::int64_t cell) {
    scored.n += cells_.n[cell];
    scored.observed += static_cast<double>(y_[cell]);
    scored.expected += cells_.expected[cell];
    add(total, rows_[cell]);
  });
  Maximum best;
  if (cells_.folded()) {
    best = maximum(total, where);
  } else {
    const SubgroupPeople people = gather_people(cells_, y_, direction_, where);
    best = maximise_bernoulli(people.view(), static_cast<double>(people.y));
  }
  scored.log_likelihood_ratio = best.value;
  scored.theta = direction_ == Direction::higher ? best.theta : -best.theta;
  return scored;
}

}  // namespace faultline::search
