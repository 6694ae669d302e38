#include "faultline/search/dense_proof.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>
#include <utility>

#include "faultline/base/vector_clones.hpp"

namespace faultline::search {
namespace {

constexpr double kNothing = -std::numeric_limits<double>::infinity();
// Few cells are merged as quickly (bounded.hpp).
constexpr std::int64_t kFewestCells = 1024;
// 64 bytes each, and as much again for sums.
constexpr double kMostEntries = 1 << 22;
// Entries without people cost as much as others.
constexpr double kMostEntriesPerCell = 8;
// Work that a level may take of what is left, to have its bound if the rest does not suffice.
constexpr double kShareOfLevels = 0.1;
// Rows added in single precision before their sum is kept in double.
constexpr std::int64_t kBlock = 32;

FAULTLINE_VECTOR_CLONES
void add_rows(const float* __restrict a, const float* __restrict b, float* __restrict out,
              std::int64_t count) {
  for (std::int64_t i = 0; i < count; ++i) out[i] = a[i] + b[i];
}

FAULTLINE_VECTOR_CLONES
void accumulate(float* __restrict to, const float* __restrict from, std::int64_t count) {
  for (std::int64_t i = 0; i < count; ++i) to[i] += from[i];
}

FAULTLINE_VECTOR_CLONES
void add_positive_parts(const float* __restrict rows, std::int64_t count, double* __restrict sums) {
  float block[kTangentLanes] = {};
  for (std::int64_t i = 0; i < count; ++i) {
    const float* row = rows + i * kTangentLanes;
    for (int k = 0; k < kTangentLanes; ++k) block[k] += row[k] > 0 ? row[k] : 0.0F;
  }
  for (int k = 0; k < kTangentLanes; ++k) sums[k] += static_cast<double>(block[k]);
}

void add(const std::array<double, kTangentLanes>& from, std::array<double, kTangentLanes>& to) {
  for (int k = 0; k < kTangentLanes; ++k) to[k] += from[k];
}

/// What a value may add to a set: nothing, where it is not worth its cost.
void add_worth(const std::array<double, kTangentLanes>& value, double cost,
               std::array<double, kTangentLanes>& to) {
  for (int k = 0; k < kTangentLanes; ++k) to[k] += std::max(0.0, value[k] - cost);
}

std::array<double, kTangentLanes> positive_parts(std::span<const TangentRow> rows) {
  std::array<double, kTangentLanes> sums{};
  const auto count = static_cast<std::int64_t>(rows.size());
  for (std::int64_t begin = 0; begin < count; begin += kBlock) {
    add_positive_parts(rows[static_cast<std::size_t>(begin)].lane.data(),
                       std::min(kBlock, count - begin), sums.data());
  }
  return sums;
}

}  // namespace

bool DenseProof::suits(const Lattice& lattice) {
  double entries = 1;
  for (const data::Attribute& attribute : lattice.attributes) entries *= attribute.arity();
  return lattice.attribute_count() > 1 && lattice.cells >= kFewestCells &&
         entries <= kMostEntries &&
         entries <= kMostEntriesPerCell * static_cast<double>(lattice.cells);
}

DenseProof::DenseProof(const BernoulliFamily& family, double penalty, std::int64_t work_budget,
                       std::stop_token stop, bool frugal)
    : family_(family),
      lattice_(family.lattice()),
      penalty_(penalty),
      budget_(work_budget),
      stop_(std::move(stop)),
      frugal_(frugal) {}

double DenseProof::upper_bound(const Incumbent& incumbent) const {
  return complete_ ? incumbent.score() : std::max(incumbent.score(), bound_);
}

/// How work grows from level to level, and bounds shrink.
struct DenseProof::Growth {
  double bound = 0;
  double shrinkage = 1;
  double work = 0;
  double factor = 1;

  void see(double of_level, double frontier) {
    factor = work > 0 ? of_level / work : 1;
    shrinkage = bound / frontier;
    work = of_level;
    bound = frontier;
  }
  [[nodiscard]] double of_next_level() const { return work * factor; }
  /// Bounds shrink on to about the best score; there nodes fail, and work stops to grow.
  [[nodiscard]] double of_all_levels(double best) const {
    if (!(best > 0 && shrinkage > 1)) return std::numeric_limits<double>::infinity();
    return work * std::pow(factor, std::log(std::max(1.0, bound / best)) / std::log(shrinkage));
  }
};

void DenseProof::run(Incumbent& incumbent) {
  order_attributes(incumbent);
  fill_root();
  trial_ = everybody(lattice_.attributes);
  bound_ = bound_of(positive_parts(root_));
  const std::size_t attributes = order_.size();
  Growth growth{.bound = bound_};
  for (std::size_t depth = 1; depth <= attributes && !complete_;) {
    const std::int64_t begin = work_;
    if (!search_to(depth, incumbent)) return;
    complete_ = depth == attributes || frontier_ == kNothing;
    if (complete_) return;
    growth.see(static_cast<double>(work_ - begin), frontier_);
    bound_ = std::min(bound_, frontier_);
    const auto left = static_cast<double>(budget_ - work_);
    if (growth.of_next_level() <= kShareOfLevels * left) {
      ++depth;
      continue;
    }
    // Levels in between would cost nearly as much as all of them.
    depth = attributes;
    if (frugal_ && growth.of_all_levels(incumbent.score()) > left) return;
  }
}

void DenseProof::order_attributes(const Incumbent& incumbent) {
  order_ = lattice_.fewest_sets_first();
  if (!incumbent.best()) return;
  std::stable_partition(order_.begin(), order_.end(), [&](int a) {
    return incumbent.best()->sets[a] != all_values(lattice_.attributes[a].arity());
  });
}

void DenseProof::fill_root() {
  const std::size_t attributes = order_.size();
  sizes_.assign(attributes + 1, 1);
  int additions = static_cast<int>(kBlock);
  for (std::size_t d = attributes; d-- > 0;) {
    sizes_[d] = sizes_[d + 1] * attribute(d).arity();
    additions += attribute(d).arity() - 1;
  }
  TangentRows rows = tangent_rows(family_.rows(), additions);
  slack_ = rows.slack;
  root_.assign(static_cast<std::size_t>(sizes_[0]), TangentRow{});
  cell_at_.assign(root_.size(), -1);
  for (std::int64_t cell = 0; cell < lattice_.cells; ++cell) {
    std::int64_t entry = 0;
    for (std::size_t d = 0; d < attributes; ++d)
      entry += lattice_.code(cell, order_[d]) * sizes_[d + 1];
    root_[entry] = rows.rows[cell];
    cell_at_[entry] = static_cast<std::int32_t>(cell);
  }
  levels_.resize(attributes);
}

/// False when the budget was spent before the level was finished.
bool DenseProof::search_to(std::size_t depth, Incumbent& incumbent) {
  deepest_ = depth;
  frontier_ = kNothing;
  visit(0, root_, 0, incumbent);
  return !exhausted();
}

double DenseProof::bound_of(const Sums& positive) const {
  double bound = kNothing;
  for (int k = 0; k < kTangentLanes; ++k)
    bound = std::max(bound, positive[k] + static_cast<double>(slack_.lane[k]));
  return bound;
}

void DenseProof::visit(std::size_t depth, Rows cube, double cost, Incumbent& incumbent) {
  work_ += static_cast<std::int64_t>(cube.size());
  if (depth == order_.size()) return;
  Level& level = levels_[depth];
  const int arity = attribute(depth).arity();
  level.positive.assign(static_cast<std::size_t>(arity), Sums{});
  level.rest.assign(static_cast<std::size_t>(arity) + 1, Sums{});
  Sums everybody{};
  for (int v = arity; v-- > 0;) {
    level.positive[v] = positive_parts(slice(depth, cube, v));
    level.rest[v] = level.rest[v + 1];
    add(level.positive[v], everybody);
    add_worth(level.positive[v], attribute(depth).ordered ? 0.0 : penalty_, level.rest[v]);
  }
  const double bound = bound_of(everybody) - cost;
  if (bound < incumbent.floor()) return;
  if (depth == deepest_) {
    frontier_ = std::max(frontier_, bound);
    return;
  }
  if (exhausted()) return;
  ++nodes_;
  if (depth + 1 == order_.size()) {
    last_attribute(cube, cost, incumbent);
    return;
  }
  // The complete set first: it costs nothing.
  const int a = order_[depth];
  trial_.sets[a] = all_values(arity);
  level.whole.assign(slice(depth, cube, 0).begin(), slice(depth, cube, 0).end());
  for (int v = 1; v < arity; ++v) {
    const Rows next = slice(depth, cube, v);
    accumulate(level.whole.front().lane.data(), next.front().lane.data(),
               std::ssize(next) * kTangentLanes);
  }
  work_ += static_cast<std::int64_t>(cube.size());
  visit(depth + 1, level.whole, cost, incumbent);
  trial_.sets[a] = 0;
  if (attribute(depth).ordered) {
    extend_ranges(depth, cube, cost, incumbent);
  } else {
    extend(depth, cube, 0, 0, {}, Sums{}, cost, incumbent);
  }
  trial_.sets[a] = all_values(arity);
}

DenseProof::Rows DenseProof::add_slice(std::size_t depth, Rows cube, int value, int chosen,
                                       Rows sum) {
  const Rows next = slice(depth, cube, value);
  if (chosen == 0) return next;
  auto& buffers = levels_[depth].sums;
  if (std::ssize(buffers) < chosen) buffers.resize(static_cast<std::size_t>(chosen));
  std::vector<TangentRow>& out = buffers[static_cast<std::size_t>(chosen) - 1];
  out.resize(next.size());
  add_rows(sum.front().lane.data(), next.front().lane.data(), out.front().lane.data(),
           std::ssize(next) * kTangentLanes);
  work_ += std::ssize(next);
  return out;
}

void DenseProof::extend(std::size_t depth, Rows cube, int from, int chosen, Rows sum,
                        const Sums& positive, double cost, Incumbent& incumbent) {
  const int a = order_[depth];
  const int arity = attribute(depth).arity();
  const ValueSet before = trial_.sets[a];
  const double listed = cost + penalty_ * (chosen + 1);
  for (int v = from; v < arity && chosen + 1 < arity && !exhausted(); ++v) {
    const Level& level = levels_[depth];
    Sums here = positive;
    add(level.positive[v], here);
    Sums all = here;
    add(level.rest[v + 1], all);
    // Whatever else is chosen and worth its cost, positive parts do not reach the best score.
    if (bound_of(all) - listed < incumbent.floor()) continue;
    const Rows next = add_slice(depth, cube, v, chosen, sum);
    const ValueSet set = before | ValueSet{1} << v;
    trial_.sets[a] = set;
    if (bound_of(here) - listed >= incumbent.floor()) visit(depth + 1, next, listed, incumbent);
    trial_.sets[a] = set;
    extend(depth, cube, v + 1, chosen + 1, next, here, cost, incumbent);
  }
  trial_.sets[a] = before;
}

void DenseProof::extend_ranges(std::size_t depth, Rows cube, double cost, Incumbent& incumbent) {
  const data::Attribute& values = attribute(depth);
  const double listed = cost + penalty_;
  for (int first = 0; first < values.arity() && !exhausted(); ++first) {
    const int last = last_after(values, first);
    if (bound_of(levels_[depth].rest[first]) - listed < incumbent.floor()) continue;
    Rows sum;
    Sums here{};
    for (int v = first; v <= last && !exhausted(); ++v) {
      if (first == 0 && v + 1 == values.arity()) break;
      // Two buffers in turn.
      sum =
          v == first ? slice(depth, cube, v) : add_slice(depth, cube, v, 1 + (v - first) % 2, sum);
      add(levels_[depth].positive[v], here);
      if (bound_of(here) - listed < incumbent.floor()) continue;
      trial_.sets[order_[depth]] = value_range(first, v);
      visit(depth + 1, sum, listed, incumbent);
    }
  }
}

/// At least what any set of the last attribute's values scores, before the cost of the others.
double DenseProof::bound_of_step(Rows values) const {
  const bool ordered = attribute(order_.size() - 1).ordered;
  double bound = kNothing;
  for (int k = 0; k < kTangentLanes; ++k) {
    double complete = 0;
    double proper = ordered ? -penalty_ : 0.0;
    for (const TangentRow& row : values) {
      const double here = static_cast<double>(row.lane[k]);
      complete += here;
      proper += std::max(0.0, ordered ? here : here - penalty_);
    }
    bound = std::max(bound, std::max(complete, proper) + static_cast<double>(slack_.lane[k]));
  }
  return bound;
}

template <typename Visit>
void DenseProof::for_each_cell(std::size_t depth, std::int64_t entry, const Visit& visit) const {
  if (depth == order_.size()) {
    if (const std::int32_t cell = cell_at_[entry]; cell >= 0) visit(cell);
    return;
  }
  for (ValueSet rest = trial_.sets[order_[depth]]; rest != 0; rest &= rest - 1)
    for_each_cell(depth + 1, entry + std::countr_zero(rest) * sizes_[depth + 1], visit);
}

void DenseProof::last_attribute(Rows cube, double cost, Incumbent& incumbent) {
  if (bound_of_step(cube) - cost < incumbent.floor()) return;
  const int a = order_.back();
  trial_.sets[a] = all_values(attribute(order_.size() - 1).arity());
  std::vector<LaneRow> values(cube.size());
  members_.clear();
  for_each_cell(0, 0, [&](std::int32_t cell) {
    members_.push_back(cell);
    BernoulliFamily::add(values[lattice_.code(cell, a)], family_.rows()[cell]);
  });
  work_ += std::ssize(members_);
  if (members_.empty()) return;
  const StepResult step = best_values(family_, std::span<const LaneRow>(values), penalty_, a,
                                      CellSet{lattice_, trial_, members_}, buffers_);
  const double score = step.score - cost;
  if (score >= incumbent.floor()) {
    trial_.sets[a] = step.set;
    incumbent.offer(trial_, score);
  }
  trial_.sets[a] = all_values(attribute(order_.size() - 1).arity());
}

}  // namespace faultline::search
