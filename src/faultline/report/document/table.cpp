#include "faultline/report/document/table.hpp"

#include <algorithm>
#include <cmath>

#include "faultline/report/document/round_numbers.hpp"

namespace faultline::report {

bool Table::empty() const {
  return std::all_of(groups.begin(), groups.end(),
                     [](const RowGroup& group) { return group.rows.empty(); });
}

bool Table::has_words(std::size_t column) const {
  if (columns[column].kind != Column::Kind::plot) return true;
  return std::ranges::any_of(groups, [&](const RowGroup& group) {
    return std::ranges::any_of(group.rows,
                               [&](const Row& row) { return !row.cells[column].text.empty(); });
  });
}

Row& Table::add(std::vector<Cell> cells) {
  if (groups.empty()) groups.emplace_back();
  return groups.back().rows.emplace_back(Row{.cells = std::move(cells)});
}

std::vector<Column> columns_of(std::vector<std::string> heads, int words) {
  std::vector<Column> columns;
  columns.reserve(heads.size());
  for (std::string& head : heads) {
    const bool is_words = static_cast<int>(columns.size()) < words;
    columns.push_back(
        {.head = std::move(head), .kind = is_words ? Column::Kind::words : Column::Kind::number});
  }
  return columns;
}

PlotAxis plot_axis(const std::vector<double>& values, double shown) {
  // Four steps: as many numbers as stand side by side in a table's cell.
  const RoundRange range = round_range(values, 4);
  return {.low = range.low, .high = range.high, .step = range.step, .shown = shown};
}

PlotAxis rate_axis(const std::vector<double>& rates) {
  const PlotAxis axis = plot_axis(rates, 100);
  if (axis.high > 0.5) return {.low = 0, .high = 1, .step = 0.25, .shown = 100};
  return {.low = 0, .high = axis.high, .step = axis.step, .shown = 100};
}

}  // namespace faultline::report
