#pragma once
// Cells as a dense cube in which every attribute has one more digit, "all values", that holds the
// sum over its values. The people of a subgroup are then the signed sum of a few entries: for each
// attribute its values, or all values less those left out, whichever are fewer.

#include <bit>
#include <cstdint>
#include <span>
#include <vector>

#include "faultline/search/lattice.hpp"

namespace faultline::search {

class ExtendedCube {
 public:
  /// A double because it may be astronomical.
  [[nodiscard]] static double entries(const std::vector<data::Attribute>& attributes);

  /// Keeps a reference.
  explicit ExtendedCube(const Lattice& lattice);

  [[nodiscard]] std::int64_t entries() const { return entries_; }
  [[nodiscard]] std::int64_t entry_of_cell(std::int64_t cell) const { return of_cell_[cell]; }
  /// From an entry to the one that has the attribute's next value.
  [[nodiscard]] std::int64_t stride(int attribute) const { return strides_[attribute]; }

  /// Fills the sums in: `values` has `width` numbers per entry, those of the cells set, 0
  /// elsewhere.
  void extend(std::span<float> values, int width) const;

  struct Term {
    std::int32_t entry = 0;
    float sign = 1;
  };
  /// Entries whose signed sum are the people with the first value of attribute `free` in the sets
  /// of all others; people with its value v stand v strides further.
  void slice(const std::vector<ValueSet>& sets, int free, std::vector<Term>& terms) const;

  /// The cells with people in the sets, in order.
  template <typename Visit>
  void for_each_cell(const std::vector<ValueSet>& sets, const Visit& visit) const {
    visit_from(0, 0, sets, visit);
  }

 private:
  void extend_from(std::size_t attribute, float* values, std::int64_t width) const;

  template <typename Visit>
  void visit_from(std::size_t attribute, std::int64_t entry, const std::vector<ValueSet>& sets,
                  const Visit& visit) const {
    if (attribute == strides_.size()) {
      if (const std::int32_t cell = cell_at_[entry]; cell >= 0) visit(std::int64_t{cell});
      return;
    }
    for (ValueSet rest = sets[attribute]; rest != 0; rest &= rest - 1)
      visit_from(attribute + 1, entry + std::countr_zero(rest) * strides_[attribute], sets, visit);
  }

  const Lattice& lattice_;
  std::vector<std::int64_t> strides_{};
  std::vector<std::int32_t> of_cell_{};  // entries
  std::vector<std::int32_t> cell_at_{};  // of an entry; -1: nobody, or a sum
  std::int64_t entries_ = 1;
};

}  // namespace faultline::search
