#pragma once
// A table taken apart into what can be added or left out alone: a covariate is one column, whatever
// number of values it has; of a text, each word is one.

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "faultline/model/design/features.hpp"

namespace faultline::methods {

struct TableColumn {
  enum class Kind { categorical, number, word };
  Kind kind = Kind::number;
  std::string name{};       // of the covariate, or the word
  std::size_t block = 0;    // among those of its kind; of words, their text
  std::int32_t inside = 0;  // place of a word in its text
  int position = 0;         // first column in the table
};

/// In the order of the table.
[[nodiscard]] std::vector<TableColumn> table_columns(const model::Features& features);

/// Adds columns of one table to another, whose rows are those named. Words of a text go together,
/// behind the rest.
void add_columns(const model::Features& from, std::span<const TableColumn> columns,
                 std::span<const std::int64_t> rows, model::Features& to);

}  // namespace faultline::methods
