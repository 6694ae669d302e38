#pragma once
// Observed and expected for every value of every attribute among the people of a subgroup, gathered
// cell by cell.

#include <cstdint>
#include <vector>

#include "faultline/methods/result.hpp"
#include "faultline/search/lattice.hpp"

namespace faultline::methods {

class BreakdownBuilder {
 public:
  /// `lattice` outlives the builder.
  BreakdownBuilder(const search::Lattice& lattice, const search::Subgroup& subgroup);

  /// People of a cell of the subgroup: their number and the sums of their events and expectations.
  void add(std::int64_t cell, std::int64_t n, double observed, double expected);

  /// Rates of all values that anybody has, by attribute, then value.
  [[nodiscard]] std::vector<Breakdown> finish() &&;

 private:
  const search::Lattice& lattice_;
  std::vector<Breakdown> rows_{};     // sums until finished
  std::vector<std::size_t> first_{};  // [attribute]: its first row
};

}  // namespace faultline::methods
