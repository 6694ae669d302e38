#pragma once
// The columns of a design that hold nothing but 0 and 1, read as sets: rows with the same ones form
// a pattern. Sums over rows then need one addition per row and a short list per pattern, whatever
// the number of dummies; the other columns stay as they are.

#include <cstdint>
#include <span>
#include <vector>

#include "faultline/model/design/design.hpp"

namespace faultline::model {

struct RowPatterns {
  explicit RowPatterns(const Design& design);

  std::vector<int> dense{};            // columns with other values than 0 and 1
  std::vector<std::int32_t> of_row{};  // pattern of every row, numbered by first appearance
  std::vector<std::int32_t> begin{0};  // where a pattern's ones start; one entry more than patterns
  std::vector<std::uint16_t> ones{};   // columns that are 1, ascending

  [[nodiscard]] std::int64_t count() const { return std::ssize(begin) - 1; }
  [[nodiscard]] std::span<const std::uint16_t> ones_of(std::int64_t pattern) const {
    const auto first = static_cast<std::size_t>(begin[static_cast<std::size_t>(pattern)]);
    const auto last = static_cast<std::size_t>(begin[static_cast<std::size_t>(pattern) + 1]);
    return {ones.data() + first, last - first};
  }
};

}  // namespace faultline::model
