#include "faultline/methods/group_rows.hpp"

#include <algorithm>
#include <bit>
#include <numeric>

namespace faultline::methods {

Grouping group_rows(std::int64_t rows, const std::vector<std::vector<std::uint64_t>>& columns) {
  std::vector<std::int64_t> order(static_cast<std::size_t>(rows));
  std::iota(order.begin(), order.end(), std::int64_t{0});
  const auto before = [&columns](std::int64_t a, std::int64_t b) {
    for (const auto& column : columns) {
      if (column[a] != column[b]) return column[a] < column[b];
    }
    return a < b;
  };
  std::sort(order.begin(), order.end(), before);
  const auto same = [&columns](std::int64_t a, std::int64_t b) {
    return std::all_of(columns.begin(), columns.end(),
                       [a, b](const auto& column) { return column[a] == column[b]; });
  };
  Grouping grouping;
  grouping.group_of.resize(static_cast<std::size_t>(rows));
  for (const std::int64_t row : order) {
    if (grouping.example.empty() || !same(grouping.example.back(), row)) {
      grouping.example.push_back(row);
    }
    grouping.group_of[row] = static_cast<std::int32_t>(grouping.example.size() - 1);
  }
  return grouping;
}

std::uint64_t ordered_word(double value) {
  // The sign bit of a double: flipped so that words order as the numbers do.
  constexpr std::uint64_t kSign = std::uint64_t{1} << 63U;
  const auto bits = std::bit_cast<std::uint64_t>(value == 0 ? 0.0 : value);
  return (bits & kSign) != 0 ? ~bits : bits | kSign;
}

}  // namespace faultline::methods
