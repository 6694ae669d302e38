#pragma once
// Groups rows by equal tuples of words: what turns people into profiles, cells, covariate rows and
// strata. Groups are numbered in the order of their tuples, so the numbering depends on the tuples
// alone, not on the order of rows.

#include <cstdint>
#include <vector>

namespace faultline::audit {

struct Grouping {
  std::vector<std::int32_t> group_of{};  // [row]
  std::vector<std::int64_t> example{};   // [group]: its first row
  [[nodiscard]] std::int64_t groups() const { return static_cast<std::int64_t>(example.size()); }
};

/// Columns of words of equal length; no column puts all rows into one group.
[[nodiscard]] Grouping group_rows(std::int64_t rows,
                                  const std::vector<std::vector<std::uint64_t>>& columns);

/// A word that orders as the number does; -0 and 0 are the same. Not for NaN.
[[nodiscard]] std::uint64_t ordered_word(double value);

}  // namespace faultline::audit
