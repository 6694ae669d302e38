#pragma once
// A table for the terminal: numbers keep their columns, words share what is left of the width and
// wrap inside their column.

#include <string>
#include <vector>

namespace faultline::report {

struct TextTable {
  /// The last `numeric` columns hold numbers and stand at the right of their column.
  std::vector<std::string> heads{};
  int numeric = 0;
  std::vector<std::vector<std::string>> rows{};

  /// Columns it takes when every word column is as narrow as is still readable.
  [[nodiscard]] int least_width() const;
};

/// The lines of the head and of each row, no wider than `width` when that is at least
/// least_width(); each ends in '\n' and starts with two blanks. Cells must be printable().
struct TextLines {
  std::string head{};
  std::vector<std::string> rows{};
};
[[nodiscard]] TextLines render(const TextTable& table, int width);

}  // namespace faultline::report
