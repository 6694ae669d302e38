#pragma once
// How much each column tells of the outcome by itself: the share of its variance that lies between
// the values of a category, between ten equally large parts of a number, or along a word's weight,
// adjusted for their number so that many values are no advantage,
//   1 - (1 - R^2) (n - 1) / (n - k).
// Cheap, and blind to what columns tell together; two that tell the same stand beside each other.

#include <cstdint>
#include <span>
#include <vector>

#include "faultline/methods/sources/table_columns.hpp"

namespace faultline::methods {

/// Per column, from the rows named; `outcome` has an entry per row of the table. Below 0 is
/// possible; 0 where nothing varies.
[[nodiscard]] std::vector<double> shares_explained(const model::Features& table,
                                                   std::span<const TableColumn> columns,
                                                   std::span<const std::int64_t> rows,
                                                   std::span<const double> outcome);

}  // namespace faultline::methods
