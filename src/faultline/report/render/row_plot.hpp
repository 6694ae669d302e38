#pragma once
// The small plot of a table's row, and the numbers of its axis.

#include "faultline/report/document/table.hpp"
#include "faultline/report/render/markup.hpp"

namespace faultline::report::html {

/// Marks that are not finite are left out; ends outside the axis stand at its edge. Empty when
/// nothing is left.
[[nodiscard]] Markup row_plot(const RowPlot& plot, const PlotAxis& axis);

/// The axis's numbers at both ends and at 0, to stand above such rows.
[[nodiscard]] Markup plot_scale(const PlotAxis& axis);

}  // namespace faultline::report::html
