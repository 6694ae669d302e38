#pragma once
// Charts as inline SVG. Positions across are percentages and sizes of text are fixed, so a chart
// fills its place on a phone as on a desk and its text stays readable. Colours come from the style
// sheet's classes; shapes differ as well as colours.

#include <optional>
#include <span>
#include <string>
#include <utility>

#include "faultline/report/html/plot.hpp"

namespace faultline::report::html {

/// The null scores as bars, the observed score as a marked line, and `critical`, below which 95 %
/// of the null scores lie, as a dashed one. Empty when there are no scores.
[[nodiscard]] Markup null_chart(std::span<const double> null_scores, double observed,
                                std::optional<double> critical, const std::string& label);

/// Axis of the rates: from 0 to a round number that covers all.
struct RateAxis {
  double high = 1;
  double step = 0.25;
};
[[nodiscard]] RateAxis rate_axis(std::span<const double> rates);

/// One line: a dot for the observed rate, a ring for the expected one, and a bar for the interval,
/// if there is one.
[[nodiscard]] Markup rate_row(double observed, double expected,
                              const std::optional<std::pair<double, double>>& interval,
                              const RateAxis& axis, const std::string& label);
/// The axis's numbers, to stand above such rows.
[[nodiscard]] Markup rate_scale(const RateAxis& axis);

}  // namespace faultline::report::html
