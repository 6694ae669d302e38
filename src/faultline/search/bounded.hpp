#pragma once
// Branch and bound over all rectangular subgroups, for lattices too large to enumerate. Sets are
// fixed attribute by attribute, as in the exhaustive search; the cube of cells that is left is the
// people of the chosen sets, added up over the attributes already fixed. A node is cut when its
// bound cannot reach the best score:
//
//   any completion is a subset of the cube's cells, so its ratio at theta is at most the sum of the
//   positive parts of the cells' ratios at theta; the maximum over theta of that sum, less the
//   penalty paid so far, bounds every completion.
//
// The bound bites because cells are added up first: over the last few attributes only tens of cells
// with many people each are left. With the last attribute the best set follows exactly from one
// step. docs/methods/scan-engine.md has the proof.

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <numeric>
#include <stop_token>
#include <utility>
#include <vector>

#include "faultline/search/step.hpp"

namespace faultline::search {

template <typename Family>
class Bounded {
 public:
  using Row = typename Family::Row;
  /// A cell's remaining attributes as one mixed-radix number; 128 bits hold twenty attributes of 64
  /// values.
  __extension__ using Key = unsigned __int128;

  Bounded(const Family& family, double penalty, std::int64_t work_budget, std::stop_token stop)
      : family_(family),
        lattice_(family.lattice()),
        penalty_(penalty),
        budget_(work_budget),
        stop_(std::move(stop)),
        order_(lattice_.fewest_sets_first()),
        trial_(everybody(lattice_.attributes)) {
    levels_.resize(order_.size());
    for (std::size_t d = 0; d < order_.size(); ++d) {
      levels_[d].partial.resize(lattice_.attributes[order_[d]].arity() + 1);
    }
  }

  /// Improves the incumbent to the optimum, or as far as the budget goes.
  void run(Incumbent& incumbent) {
    double digits = 0;
    for (const data::Attribute& attribute : lattice_.attributes)
      digits += std::log2(attribute.arity());
    if (digits > 127) {
      // Keys would overflow: nothing is explored, and the bound is that of the root.
      unexplored_ = family_.positive_part_bound(family_.rows());
      return;
    }
    unexplored_ = -std::numeric_limits<double>::infinity();
    nodes_ = 0;
    work_ = 0;
    Cube cube;
    cube.keys.resize(lattice_.cells);
    for (std::int64_t cell = 0; cell < lattice_.cells; ++cell) {
      // Mixed-radix key of the remaining attributes, the first of the order most significant.
      Key key = 0;
      for (const int a : order_)
        key = key * lattice_.attributes[a].arity() + lattice_.code(cell, a);
      cube.keys[cell] = key;
    }
    cube.rows = family_.rows();
    sort_cube(cube);
    if (order_.empty()) return;
    visit(0, cube, 0.0, incumbent);
  }

  /// No subgroup scores above this, up to the family's error bound; with nothing left unexplored
  /// that is the incumbent's own score.
  [[nodiscard]] double upper_bound(const Incumbent& incumbent) const {
    return std::max(incumbent.score(), unexplored_);
  }
  [[nodiscard]] bool complete() const {
    return unexplored_ == -std::numeric_limits<double>::infinity();
  }
  [[nodiscard]] std::int64_t nodes() const { return nodes_; }

 private:
  /// Cells that occur, sorted by key; keys count the remaining attributes only.
  struct Cube {
    std::vector<Key> keys;
    std::vector<Row> rows;
  };
  /// The cells of one value of the attribute that is being fixed.
  struct Slice {
    int value;
    std::size_t begin;
    std::size_t end;
    Key offset;  // of their keys
  };
  struct Level {
    double bound = 0;           // of the node whose attribute is being fixed
    std::vector<Slice> slices;  // values with people
    std::vector<Cube> partial;  // [k]: the k chosen slices added up
    Cube whole;                 // all slices added up
    Cube spare;
  };

  [[nodiscard]] bool exhausted() const { return work_ >= budget_ || stop_.stop_requested(); }

  static void sort_cube(Cube& cube) {
    std::vector<std::size_t> order(cube.keys.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::sort(order.begin(), order.end(),
              [&](std::size_t a, std::size_t b) { return cube.keys[a] < cube.keys[b]; });
    Cube sorted;
    for (const std::size_t i : order) {
      sorted.keys.push_back(cube.keys[i]);
      sorted.rows.push_back(cube.rows[i]);
    }
    cube = std::move(sorted);
  }

  /// Merges a sorted cube and a slice of another, adding rows of equal keys.
  static void merge(const Cube& a, const Cube& b, const Slice& slice, Cube& out) {
    const std::size_t b_end = slice.end;
    const Key offset = slice.offset;
    out.keys.clear();
    out.rows.clear();
    std::size_t i = 0;
    std::size_t j = slice.begin;
    while (i < a.keys.size() || j < b_end) {
      const bool from_a = j == b_end || (i < a.keys.size() && a.keys[i] <= b.keys[j] - offset);
      if (from_a) {
        out.keys.push_back(a.keys[i]);
        out.rows.push_back(a.rows[i]);
        if (j < b_end && a.keys[i] == b.keys[j] - offset) Family::add(out.rows.back(), b.rows[j++]);
        ++i;
      } else {
        out.keys.push_back(b.keys[j] - offset);
        out.rows.push_back(b.rows[j++]);
      }
    }
  }

  void visit(std::size_t d, const Cube& cube, double cost, Incumbent& incumbent) {
    if (cube.keys.empty()) return;
    work_ += static_cast<std::int64_t>(cube.keys.size());
    const double bound = family_.positive_part_bound(cube.rows) - cost;
    if (bound + family_.error_bound() < incumbent.floor()) return;
    if (exhausted()) {
      unexplored_ = std::max(unexplored_, bound);
      return;
    }
    ++nodes_;
    if (d + 1 == order_.size()) {
      last_attribute(cube, cost, incumbent);
      return;
    }
    Key stride = 1;
    for (std::size_t i = d + 1; i < order_.size(); ++i)
      stride *= lattice_.attributes[order_[i]].arity();
    const int a = order_[d];
    const int arity = lattice_.attributes[a].arity();
    Level& level = levels_[d];
    level.bound = bound;
    level.slices.clear();
    std::size_t begin = 0;
    for (int v = 0; v < arity; ++v) {
      const std::size_t end =
          std::lower_bound(cube.keys.begin() + begin, cube.keys.end(), (v + 1) * stride) -
          cube.keys.begin();
      if (end > begin) level.slices.push_back({v, begin, end, v * stride});
      begin = end;
    }
    // The complete attribute first: it costs nothing.
    level.whole.keys.clear();
    level.whole.rows.clear();
    for (const Slice& slice : level.slices) {
      merge(level.whole, cube, slice, level.spare);
      std::swap(level.whole, level.spare);
    }
    trial_.sets[a] = all_values(arity);
    visit(d + 1, level.whole, cost, incumbent);
    // Then proper sets. A value without people adds cost and nothing else, so only values with
    // people are tried; and all of these together hold the same people as the complete attribute.
    trial_.sets[a] = 0;
    if (lattice_.attributes[a].ordered) {
      extend_ranges(d, cube, cost, incumbent);
    } else {
      extend(d, cube, 0, 0, cost, incumbent);
    }
  }

  /// Ranges from one value with people to another: a longer one with the same people loses the tie.
  void extend_ranges(std::size_t d, const Cube& cube, double cost, Incumbent& incumbent) {
    Level& level = levels_[d];
    const int a = order_[d];
    const data::Attribute& attribute = lattice_.attributes[a];
    Cube& sum = level.partial[1];
    for (std::size_t i = 0; i < level.slices.size(); ++i) {
      const int first = level.slices[i].value;
      const int last = last_after(attribute, first);
      for (std::size_t j = i; j < level.slices.size() && level.slices[j].value <= last; ++j) {
        if (i == 0 && j + 1 == level.slices.size()) break;
        if (exhausted()) {
          unexplored_ = std::max(unexplored_, level.bound);
          return;
        }
        merge(j == i ? level.partial[0] : sum, cube, level.slices[j], level.spare);
        std::swap(sum, level.spare);
        trial_.sets[a] = value_range(first, level.slices[j].value);
        visit(d + 1, sum, cost + penalty_, incumbent);
      }
    }
  }

  void extend(std::size_t d, const Cube& cube, std::size_t from, int chosen, double cost,
              Incumbent& incumbent) {
    Level& level = levels_[d];
    const int a = order_[d];
    const ValueSet before = trial_.sets[a];
    for (std::size_t i = from; i < level.slices.size(); ++i) {
      if (static_cast<std::size_t>(chosen) + 1 == level.slices.size()) break;
      if (exhausted()) {
        // What is left here is covered by this node's own bound.
        unexplored_ = std::max(unexplored_, level.bound);
        break;
      }
      merge(level.partial[chosen], cube, level.slices[i], level.partial[chosen + 1]);
      const ValueSet set = before | ValueSet{1} << level.slices[i].value;
      trial_.sets[a] = set;
      visit(d + 1, level.partial[chosen + 1], cost + penalty_ * (chosen + 1), incumbent);
      trial_.sets[a] = set;
      extend(d, cube, i + 1, chosen + 1, cost, incumbent);
    }
    trial_.sets[a] = before;
  }

  void last_attribute(const Cube& cube, double cost, Incumbent& incumbent) {
    const int a = order_.back();
    const int arity = lattice_.attributes[a].arity();
    rows_.assign(arity, Row{});
    for (std::size_t i = 0; i < cube.keys.size(); ++i)
      rows_[static_cast<std::size_t>(cube.keys[i])] = cube.rows[i];
    trial_.sets[a] = all_values(arity);
    find_members(cube);
    const StepResult step = best_values(family_, std::span<const Row>(rows_), penalty_, a,
                                        CellSet{lattice_, trial_, members_}, buffers_);
    const double score = step.score - cost;
    if (score < incumbent.floor()) return;
    trial_.sets[a] = step.set;
    incumbent.offer(trial_, score);
  }

  /// Maxima past the nodes are found from the subgroup's own people, value by value and set by
  /// set: one walk over all cells, here, instead of one for each of them. It is work like any
  /// other; where expectations are near 0 it is most of it.
  void find_members(const Cube& cube) {
    members_.clear();
    if (!family_.looks_at_people(cube.rows)) return;
    for (std::int64_t cell = 0; cell < lattice_.cells; ++cell) {
      if (lattice_.contains(trial_, cell)) members_.push_back(static_cast<std::int32_t>(cell));
    }
    work_ += lattice_.cells / kWalkedPerAdded +
             kLookedAtPerMember * static_cast<std::int64_t>(members_.size());
  }

  /// Walking past a cell costs a fraction of adding one up; looking at its people, several times.
  static constexpr std::int64_t kWalkedPerAdded = 8;
  static constexpr std::int64_t kLookedAtPerMember = 8;

  const Family& family_;
  const Lattice& lattice_;
  double penalty_;
  std::int64_t budget_;
  std::stop_token stop_;
  std::vector<int> order_;
  std::vector<Level> levels_;
  std::vector<Row> rows_;
  std::vector<std::int32_t> members_;  // cells of the subgroup whose last attribute is chosen
  StepBuffers buffers_;
  Subgroup trial_;
  std::int64_t nodes_ = 0;
  std::int64_t work_ = 0;  // rows of the cubes visited; making them costs about the same
  double unexplored_ = -std::numeric_limits<double>::infinity();
};

}  // namespace faultline::search
