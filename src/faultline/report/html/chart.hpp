#pragma once
// Charts as inline SVG. Positions across are percentages and sizes of text are fixed, so a chart
// fills its place on a phone as on a desk and its text stays readable. Colours come from the style
// sheet's classes; shapes differ as well as colours.

#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "faultline/report/html/markup.hpp"

namespace faultline::report::html {

/// A step of 1, 2 or 5 times a power of ten, at least `rough`; 1 when rough is not a positive
/// number.
[[nodiscard]] double nice_step(double rough);

struct Histogram {
  double start = 0;
  double width = 1;
  std::vector<int> counts{};
};
/// Bins over [low, high] that hold all values; at most `bins` + 1 of them, none narrower than
/// `finest`.
[[nodiscard]] Histogram bin(std::span<const double> values, double low, double high, int bins,
                            double finest = 0);

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
