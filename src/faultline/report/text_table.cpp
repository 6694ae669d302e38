#include "faultline/report/text_table.hpp"

#include <algorithm>
#include <numeric>

#include "faultline/base/text.hpp"
#include "faultline/report/display.hpp"

namespace faultline::report {
namespace {

constexpr int kMargin = 2;
constexpr int kGap = 2;
// A word column is not made narrower than this for a neighbour's sake.
constexpr int kReadable = 16;

/// Columns a column takes when nothing wraps.
int natural_width(const TextTable& table, std::size_t column) {
  int width = display_width(table.heads[column]);
  for (const std::vector<std::string>& row : table.rows) {
    width = std::max(width, display_width(row[column]));
  }
  return width;
}

std::vector<int> natural_widths(const TextTable& table) {
  std::vector<int> widths;
  widths.reserve(table.heads.size());
  for (std::size_t i = 0; i < table.heads.size(); ++i) widths.push_back(natural_width(table, i));
  return widths;
}

int total(const std::vector<int>& widths) {
  return std::accumulate(widths.begin(), widths.end(), 0) + kMargin +
         kGap * static_cast<int>(widths.size() - 1);
}

std::size_t word_columns(const TextTable& table) {
  return table.heads.size() - static_cast<std::size_t>(table.numeric);
}

/// The widest word column gives way, column by column, until the table fits.
std::vector<int> fitted_widths(const TextTable& table, int width) {
  std::vector<int> widths = natural_widths(table);
  const auto words_end = widths.begin() + static_cast<std::ptrdiff_t>(word_columns(table));
  while (total(widths) > width) {
    const auto widest = std::max_element(widths.begin(), words_end);
    if (widest == words_end || *widest <= kReadable) break;
    --*widest;
  }
  return widths;
}

std::vector<std::string> wrapped(const std::string& cell, int width) {
  std::vector<std::string> lines = split(wrap("", cell, width), '\n');
  if (!lines.empty()) lines.pop_back();
  return lines;
}

std::string row_lines(const std::vector<std::string>& cells, const std::vector<int>& widths,
                      std::size_t words) {
  std::vector<std::vector<std::string>> columns;
  std::size_t height = 1;
  for (std::size_t i = 0; i < cells.size(); ++i) {
    columns.push_back(i < words ? wrapped(cells[i], widths[i])
                                : std::vector<std::string>{cells[i]});
    height = std::max(height, columns.back().size());
  }
  std::string out;
  for (std::size_t line = 0; line < height; ++line) {
    std::string text(kMargin, ' ');
    for (std::size_t i = 0; i < columns.size(); ++i) {
      const std::string part = line < columns[i].size() ? columns[i][line] : "";
      const std::string blanks(
          static_cast<std::size_t>(std::max(0, widths[i] - display_width(part))), ' ');
      if (i > 0) text += std::string(kGap, ' ');
      text += i < words ? part + blanks : blanks + part;
    }
    text.erase(text.find_last_not_of(' ') + 1);
    out += text + "\n";
  }
  return out;
}

}  // namespace

int TextTable::least_width() const {
  std::vector<int> widths = natural_widths(*this);
  for (std::size_t i = 0; i < word_columns(*this); ++i) widths[i] = std::min(widths[i], kReadable);
  return total(widths);
}

TextLines render(const TextTable& table, int width) {
  const std::vector<int> widths = fitted_widths(table, width);
  const std::size_t words = word_columns(table);
  TextLines lines{.head = row_lines(table.heads, widths, words), .rows = {}};
  lines.rows.reserve(table.rows.size());
  for (const std::vector<std::string>& row : table.rows) {
    lines.rows.push_back(row_lines(row, widths, words));
  }
  return lines;
}

}  // namespace faultline::report
