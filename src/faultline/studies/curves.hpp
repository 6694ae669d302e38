#pragma once
// Curves of the studies' figures, in the terms of report/document/chart.hpp.

#include <span>
#include <string>
#include <utility>
#include <vector>

#include "faultline/report/document/chart.hpp"

namespace faultline::studies {

/// Marks joined by lines. Curves of one number share colour and mark; a dashed one has hollow
/// marks. Without a name it is not in the legend.
[[nodiscard]] report::Series curve(std::string name, std::size_t number, bool dashed = false);

/// A law fitted to the points of the curve with this number: dashed, without marks or name.
[[nodiscard]] report::Series fitted_curve(std::size_t number);

/// What curves are compared with.
[[nodiscard]] report::Series reference_line(std::string name);

/// value - half_width to value + half_width.
[[nodiscard]] report::Interval around(double value, double half_width);

/// Ticks of an axis at just these values.
[[nodiscard]] std::vector<std::pair<double, std::string>> ticks_at(std::span<const double> values);

}  // namespace faultline::studies
