#pragma once
// Groups rows by equal tuples of words: what turns people into profiles, cells, covariate rows and
// strata. Groups are numbered in the order of their tuples, so the numbering depends on the tuples
// alone, not on the order of rows.

#include <algorithm>
#include <cstdint>
#include <optional>
#include <string>
#include <type_traits>
#include <vector>

#include "faultline/data/attribute.hpp"

namespace faultline::methods {

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

/// A column as words that order as its values do.
template <typename T>
[[nodiscard]] std::vector<std::uint64_t> words_of(const std::vector<T>& values) {
  std::vector<std::uint64_t> column;
  column.reserve(values.size());
  for (const T value : values) {
    if constexpr (std::is_same_v<T, double>) {
      column.push_back(ordered_word(value));
    } else {
      column.push_back(static_cast<std::uint64_t>(value));
    }
  }
  return column;
}

/// The values at the given rows; an absent column stays absent.
template <typename T>
[[nodiscard]] std::vector<T> values_at(const std::vector<T>& column,
                                       const std::vector<std::int64_t>& rows) {
  std::vector<T> picked;
  if (column.empty()) return picked;
  picked.reserve(rows.size());
  for (const std::int64_t row : rows) picked.push_back(column[row]);
  return picked;
}

[[nodiscard]] inline std::optional<int> position_of(const std::vector<std::string>& names,
                                                    const std::string& name) {
  const auto found = std::find(names.begin(), names.end(), name);
  if (found == names.end()) return std::nullopt;
  return static_cast<int>(found - names.begin());
}

[[nodiscard]] inline std::optional<int> position_of(const std::vector<data::Attribute>& attributes,
                                                    const std::string& name) {
  const auto found =
      std::find_if(attributes.begin(), attributes.end(),
                   [&name](const data::Attribute& attribute) { return attribute.name == name; });
  if (found == attributes.end()) return std::nullopt;
  return static_cast<int>(found - attributes.begin());
}

}  // namespace faultline::methods
