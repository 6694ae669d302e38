#pragma once
// The Bernoulli family as one would write it first: a set of cells is its people counted by
// distinct prediction, and every score is a Newton iteration with a logarithm per distinct
// prediction. No nodes, no bounds. It plugs into the same exhaustive search, so that the difference
// in time is the evaluation alone.

#include <algorithm>
#include <bit>
#include <cstdint>
#include <map>
#include <span>
#include <vector>

#include "faultline/search/bernoulli_cells.hpp"
#include "faultline/search/bernoulli_score.hpp"
#include "faultline/search/exhaustive.hpp"

namespace faultline::bench {

class DirectFamily {
 public:
  static constexpr int kMostPredictions = 16;
  struct Row {
    std::int64_t n[kMostPredictions] = {};
    std::int64_t y = 0;
    std::int64_t people = 0;
  };

  DirectFamily(const search::BernoulliCells& cells, search::Direction direction) : cells_(cells) {
    std::map<double, int> position;
    for (const double p : cells.p)
      position.emplace(direction == search::Direction::higher ? p : 1 - p, 0);
    for (auto& [p, at] : position) {
      at = static_cast<int>(p_.size());
      p_.push_back(p);
    }
    rows_.resize(cells.cells());
    for (std::int64_t cell = 0; cell < cells.cells(); ++cell) {
      Row& row = rows_[cell];
      for (std::int64_t i = cells.first[cell]; i < cells.first[cell + 1]; ++i) {
        row.n[position.at(direction == search::Direction::higher ? cells.p[i] : 1 - cells.p[i])] +=
            cells.prediction_n[i];
      }
      row.people = cells.n[cell];
      row.y =
          direction == search::Direction::higher ? cells.y[cell] : cells.n[cell] - cells.y[cell];
    }
  }

  [[nodiscard]] const search::Lattice& lattice() const { return cells_.lattice; }
  [[nodiscard]] const std::vector<Row>& rows() const { return rows_; }
  static void add(Row& to, const Row& from) {
    for (int i = 0; i < kMostPredictions; ++i) to.n[i] += from.n[i];
    to.y += from.y;
    to.people += from.people;
  }
  [[nodiscard]] static bool has_people(const Row& row) { return row.people > 0; }
  [[nodiscard]] double value(const Row& row) const {
    return search::maximise_bernoulli({p_, std::span(row.n, p_.size())}, static_cast<double>(row.y))
        .value;
  }
  [[nodiscard]] double bound(const Row& row) const { return value(row); }
  [[nodiscard]] double error_bound() const { return 0; }  // it evaluates exactly
  [[nodiscard]] search::Maximum maximum(const Row& row, const search::CellSet& /*where*/) const {
    return {value(row), 0};
  }
  void promising_subsets(const Row* rows, int arity, double floor, double penalty,
                         std::vector<search::ValueSet>& promising) const {
    for (search::ValueSet set = 1; set <= search::all_values(arity); ++set) {
      Row sum;
      for (int v = 0; v < arity; ++v) {
        if ((set >> v) & 1) add(sum, rows[v]);
      }
      const double cost = set == search::all_values(arity) ? 0.0 : penalty * std::popcount(set);
      if (sum.people > 0 && value(sum) > floor + cost) promising.push_back(set);
    }
  }

 private:
  const search::BernoulliCells& cells_;
  std::vector<double> p_;
  std::vector<Row> rows_;
};

/// Best score over all subgroups.
inline double direct_best(const search::BernoulliCells& cells, search::Direction direction,
                          double penalty) {
  const DirectFamily family(cells, direction);
  search::Incumbent incumbent(cells.lattice);
  search::Exhaustive<DirectFamily> search(family, penalty, nullptr, {});
  search.run(incumbent);
  return incumbent.score();
}

}  // namespace faultline::bench
