#pragma once
// The cells of a scan: the distinct attribute tuples that occur, and which of them a subgroup
// holds.

#include <algorithm>
#include <cstdint>
#include <numeric>
#include <span>
#include <vector>

#include "faultline/data/attribute.hpp"
#include "faultline/search/subgroup.hpp"

namespace faultline::search {

struct Lattice {
  std::vector<data::Attribute> attributes{};
  std::vector<data::Code> codes{};  // [cell * attributes + attribute], cells in canonical order
  std::int64_t cells = 0;

  [[nodiscard]] int attribute_count() const { return static_cast<int>(attributes.size()); }
  [[nodiscard]] data::Code code(std::int64_t cell, int attribute) const {
    return codes[cell * attribute_count() + attribute];
  }
  [[nodiscard]] bool contains(const Subgroup& subgroup, std::int64_t cell) const {
    for (int a = 0; a < attribute_count(); ++a) {
      if (((subgroup.sets[a] >> code(cell, a)) & 1) == 0) return false;
    }
    return true;
  }
  /// Number of rectangular subgroups, product of the sets that each attribute may have; a double
  /// because it may be astronomical.
  [[nodiscard]] double subgroups() const {
    double product = 1;
    for (const data::Attribute& attribute : attributes) product *= admissible_sets(attribute);
    return product;
  }
  /// Attributes with few sets first: whoever fixes sets one attribute after the other does most of
  /// the work at the last.
  [[nodiscard]] std::vector<int> fewest_sets_first() const {
    std::vector<int> order(attributes.size());
    std::iota(order.begin(), order.end(), 0);
    std::stable_sort(order.begin(), order.end(), [this](int a, int b) {
      return admissible_sets(attributes[a]) < admissible_sets(attributes[b]);
    });
    return order;
  }
};

/// The cells of a subgroup; `within` narrows where to look (empty: everywhere).
struct CellSet {
  const Lattice& lattice;
  const Subgroup& subgroup;
  std::span<const std::int32_t> within{};

  template <typename Visit>
  void for_each(const Visit& visit) const {
    if (!within.empty()) {
      for (const std::int32_t cell : within) {
        if (lattice.contains(subgroup, cell)) visit(static_cast<std::int64_t>(cell));
      }
      return;
    }
    for (std::int64_t cell = 0; cell < lattice.cells; ++cell) {
      if (lattice.contains(subgroup, cell)) visit(cell);
    }
  }
};

}  // namespace faultline::search
