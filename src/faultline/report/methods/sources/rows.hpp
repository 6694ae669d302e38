#pragma once
// What the tables of an analysis of sources share: how rows are named, which of them a terminal
// shows, and the small plots of values with intervals.

#include <algorithm>
#include <array>
#include <numeric>
#include <string>
#include <vector>

#include "faultline/report/document/table.hpp"
#include "faultline/report/methods/sources/words.hpp"

namespace faultline::report {

// Rows of a table that a terminal shows: the tables of a run together take a screen and a half.
inline constexpr std::size_t kTerminalRows = 8;

/// Brief for the `most` items with the largest order, of which none below 0; full for the others.
template <typename Item, typename Order>
[[nodiscard]] std::vector<Detail> foremost(const std::vector<Item>& items, std::size_t most,
                                           Order order) {
  std::vector<std::size_t> index(items.size());
  std::iota(index.begin(), index.end(), std::size_t{0});
  std::stable_sort(index.begin(), index.end(),
                   [&](std::size_t a, std::size_t b) { return order(items[a]) > order(items[b]); });
  std::vector<Detail> details(items.size(), Detail::full);
  for (std::size_t i = 0; i < std::min(most, index.size()); ++i) {
    if (order(items[index[i]]) >= 0) details[index[i]] = Detail::brief;
  }
  return details;
}

/// Metrics that something is to be done about come first, then larger values.
[[nodiscard]] double weight(const result::SourcesReport& report, result::CostMetric metric,
                            double value);

/// Whether all items compare the same two groups, so that rows need not name them.
template <typename Item, typename Groups>
[[nodiscard]] bool one_pair(const std::vector<Item>& items, Groups Item::* groups) {
  return std::all_of(items.begin(), items.end(),
                     [&](const Item& item) { return item.*groups == items.front().*groups; });
}

/// Whether the items come from more than one model, so that rows have to name theirs.
template <typename Item>
[[nodiscard]] bool several_models(const std::vector<Item>& items) {
  return std::any_of(items.begin(), items.end(),
                     [&](const Item& item) { return item.model != items.front().model; });
}

/// "Female - Male", or "first group - second" where rows name their own.
template <typename Item, typename Groups>
[[nodiscard]] std::string who(const std::vector<Item>& items, Groups Item::* groups) {
  return one_pair(items, groups) && !items.empty() ? minus_words(items.front().*groups)
                                                   : "first group - second";
}

/// "FNR", with its groups where the caption does not name them.
[[nodiscard]] std::string row_label(const result::SourcesReport& report, result::CostMetric metric,
                                    const result::SourcesReport::Groups& groups, bool named);

/// Title of the rows of a metric, "False negative rate, tree" and on a terminal "FNR, tree"; an
/// empty model is not named.
[[nodiscard]] RowGroup metric_group(const result::SourcesReport& report, result::CostMetric metric,
                                    const std::string& model);

/// "95 % interval".
[[nodiscard]] std::string interval_head(const result::SourcesReport& report);

/// Unit of differences in a caption: ", in percentage points", or nothing.
[[nodiscard]] std::string points_words(const result::SourcesReport& report);

/// Costs of a binary outcome are shown times 100, others as they are.
[[nodiscard]] double shown_scale(const result::SourcesReport& report);

/// For a cell: the value, and where there is one its interval as the note.
[[nodiscard]] Cell gap_with_range(const result::SourcesReport& report, double gap,
                                  const Interval& interval);

/// Both as numbers that an axis must cover.
void cover(double value, const Interval& interval, std::vector<double>& values);

/// A dot and its interval; `number` is its lane, its colour and its shape.
void add_value(double value, const Interval& interval, int number, RowPlot& plot);

/// Parts of a sum side by side: positive ones to the right of 0, negative ones to its left.
[[nodiscard]] RowPlot stacked(std::string label, const std::array<double, 3>& parts, double total);
/// An axis for rows whose second cell is such a plot.
[[nodiscard]] PlotAxis stacked_axis(const result::SourcesReport& report,
                                    const std::vector<Row>& rows);

}  // namespace faultline::report
