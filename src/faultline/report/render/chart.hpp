#pragma once
// Every chart, drawn in one frame: numbers along both axes, grid, series, marked positions, legend.
// Colours come from the style sheet's classes; shapes differ as well as colours.

#include <string>

#include "faultline/report/document/chart.hpp"
#include "faultline/report/render/markup.hpp"

namespace faultline::report::html {

/// For a page. Empty when there is nothing finite to draw.
[[nodiscard]] Markup draw(const Chart& chart);

}  // namespace faultline::report::html

namespace faultline::report {

/// A file of its own, with the style it needs. Throws InternalError when there is nothing to draw.
[[nodiscard]] std::string to_svg(const Figure& figure);

}  // namespace faultline::report
