#pragma once
// The Bernoulli score family as the search sees it: rows of lanes per cell, bounds, maxima, and the
// candidate sets of one attribute. One object is one problem: cells, event counts (the data's or a
// null replicate's) and a direction.

#include <algorithm>
#include <cstdint>
#include <limits>
#include <span>
#include <vector>

#include "faultline/search/bernoulli_cells.hpp"
#include "faultline/search/lanes.hpp"
#include "faultline/search/search.hpp"

namespace faultline::search {

class BernoulliFamily {
 public:
  using Row = LaneRow;

  /// Keeps references: `cells` and `y` (events per cell) must outlive the object.
  BernoulliFamily(const BernoulliCells& cells, std::span<const std::int64_t> y,
                  Direction direction);

  [[nodiscard]] const Lattice& lattice() const { return cells_.lattice; }
  [[nodiscard]] const std::vector<Row>& rows() const { return rows_; }
  static void add(Row& to, const Row& from) { search::add(to, from); }
  [[nodiscard]] static bool has_people(const Row& row) { return row.lane[kLanePeople] > 0; }
  [[nodiscard]] static double people(const Row& row) { return row.lane[kLanePeople]; }
  /// At least maximum().value, cheap and tight.
  [[nodiscard]] double bound(const Row& row) const;
  [[nodiscard]] static double positive_part_bound(std::span<const Row> rows) {
    return search::positive_part_bound(rows.data(), rows.size());
  }
  /// True when a union of the rows may have its maximum past the nodes, where it is found from the
  /// people themselves.
  [[nodiscard]] static bool looks_at_people(std::span<const Row> rows) {
    return std::any_of(rows.begin(), rows.end(),
                       [](const Row& row) { return row.lane[kLaneTail] > 0; });
  }
  static void promising_subsets(const Row* rows, int arity, double floor, double penalty,
                                std::vector<ValueSet>& promising) {
    search::promising_subsets(rows, arity, floor, penalty, promising);
  }
  /// Maximum over theta of the set whose lanes are `row` and whose cells are `where`.
  [[nodiscard]] Maximum maximum(const Row& row, const CellSet& where) const;
  /// Appends every set {v : f_v(theta) > c}, theta > 0, that is not empty, except sets that cannot
  /// be the best or cannot score above `floor` (minus infinity: no exception). rows[v] belongs to
  /// value v of `attribute` inside `where` (whose own set for that attribute is ignored).
  void candidate_sets(std::span<const Row> rows, double c, double floor, int attribute,
                      const CellSet& where, std::vector<ValueSet>& sets) const;
  /// The subgroup's score, evaluated directly where predictions were kept; without penalty.
  [[nodiscard]] ScoredSubgroup score(const Subgroup& subgroup) const;
  /// Worst-case error of maximum(), over any subgroup.
  [[nodiscard]] double error_bound() const { return error_bound_; }
  /// Some maxima past the node range had to be cut there (folded cells only). None of them, without
  /// penalty, is above this; minus infinity when none was cut.
  [[nodiscard]] double cut_bound() const { return cut_bound_; }

 private:
  struct TailSums {
    std::int64_t missing = 0;  // people who could have had the event and had not
    double log_p = 0;
  };
  [[nodiscard]] TailSums tail_sums(const CellSet& where) const;
  void tail_candidates(std::span<const Row> rows, double c, int attribute, const CellSet& where,
                       std::vector<ValueSet>& sets) const;
  [[nodiscard]] std::int64_t events(std::int64_t cell) const {
    return direction_ == Direction::higher ? y_[cell] : cells_.n[cell] - y_[cell];
  }

  const BernoulliCells& cells_;
  std::span<const std::int64_t> y_;
  Direction direction_;
  std::vector<Row> rows_;
  double error_bound_ = 0;
  mutable double cut_bound_ = -std::numeric_limits<double>::infinity();  // a search has one thread
};

}  // namespace faultline::search
