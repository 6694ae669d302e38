#pragma once
// One-line charts on an axis that may reach below 0: a value with its interval, a range, and a cost
// taken apart into stacked signed bars. And tables that hold such lines.

#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "faultline/report/render/markup.hpp"

namespace faultline::report::html {

/// From a round number to a round number; 0 is always on it.
struct ValueAxis {
  double low = 0;
  double high = 1;
  double step = 0.25;
};
/// Covers every finite value.
[[nodiscard]] ValueAxis value_axis(std::span<const double> values);

using ValueInterval = std::optional<std::pair<double, double>>;

/// A dot for the value and a bar for its interval, each where there is one; infinite ends reach the
/// edge. Empty without both.
[[nodiscard]] Markup value_row(const std::optional<double>& value, const ValueInterval& interval,
                               const ValueAxis& axis, const std::string& label);

/// A thick bar over a range; an absent end reaches down to 0 or up to the edge. Empty without both.
[[nodiscard]] Markup range_row(const std::optional<double>& low, const std::optional<double>& high,
                               const ValueAxis& axis, const std::string& label);

/// Parts stacked from 0, positive ones to the right and negative ones to the left, in order; a mark
/// at the total. A part that is no number has no bar.
struct StackPart {
  const char* css = "";
  double value = 0;
};
[[nodiscard]] Markup stack_row(std::span<const StackPart> parts, double total,
                               const ValueAxis& axis, const std::string& label);

/// The axis's numbers at both ends and at 0, to stand above such rows; `scale` multiplies them.
[[nodiscard]] Markup value_scale(const ValueAxis& axis, double scale);

/// Rows with a chart each, in sections with an axis of their own.
struct PlotTable {
  struct Row {
    Markup head{};
    Markup plot{};
    std::vector<Markup> cells{};
  };
  struct Section {
    Markup title{};  // empty: none
    Markup scale{};
    std::vector<Row> rows{};
  };
  std::string caption{};
  std::string head{};                // of the first column
  std::vector<std::string> heads{};  // of the columns after the chart
  std::vector<Section> sections{};
};
/// Empty without rows.
[[nodiscard]] Markup render(const PlotTable& table);

}  // namespace faultline::report::html
