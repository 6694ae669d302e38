#include "faultline/report/render/row_plot.hpp"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "faultline/report/document/round_numbers.hpp"
#include "faultline/report/render/svg.hpp"

namespace faultline::report::html {
namespace {

constexpr double kMiddle = 10;
// A margin on both sides, so that dots at the ends are whole.
constexpr double kMargin = 4;

double position(double value, const PlotAxis& axis) {
  const double share = (value - axis.low) / (axis.high - axis.low);
  return kMargin + (100 - 2 * kMargin) * std::clamp(share, 0.0, 1.0);
}

std::string at(double value, const PlotAxis& axis) { return across(position(value, axis)); }

bool is_drawn(const PlotMark& mark) {
  using enum PlotMark::Form;
  switch (mark.form) {
    case dot:
    case ring:
    case total:
      return std::isfinite(mark.from);
    case link:
    case part:
      return std::isfinite(mark.from) && std::isfinite(mark.to) && mark.from != mark.to;
    case interval:
    case range:  // an infinite end reaches the edge
      return !std::isnan(mark.from) && !std::isnan(mark.to);
  }
  return false;
}

Markup drawn(const PlotMark& mark, const PlotAxis& axis) {
  using enum PlotMark::Form;
  const double low = std::min(mark.from, mark.to);
  const double high = std::max(mark.from, mark.to);
  switch (mark.form) {
    case dot:
      return circle("observed-dot", at(mark.from, axis), kMiddle, 4.5);
    case ring:
      return circle("expected-dot", at(mark.from, axis), kMiddle, 5.5);
    case link:
      return line("link", at(mark.from, axis), kMiddle, at(mark.to, axis), kMiddle);
    case interval:
      return line("whisker", at(low, axis), kMiddle, at(high, axis), kMiddle);
    case range:
      return line(mark.open ? "range open" : "range", at(low, axis), kMiddle, at(high, axis),
                  kMiddle);
    case part:
      return bar(fmt::format("part-{}", mark.number + 1), at(low, axis), 4,
                 across(position(high, axis) - position(low, axis)), 2 * kMiddle - 8);
    case total:
      return line("total", at(mark.from, axis), 0, at(mark.from, axis), 2 * kMiddle);
  }
  return {};
}

}  // namespace

Markup row_plot(const RowPlot& plot, const PlotAxis& axis) {
  Markup marks;
  for (const PlotMark& mark : plot.marks) {
    if (is_drawn(mark)) marks += drawn(mark, axis);
  }
  if (marks.empty()) return {};
  Markup body;
  for (const double value : RoundRange{axis.low, axis.high, axis.step}.ticks()) {
    body += line(value == 0 && axis.low < 0 ? "axis" : "grid", at(value, axis), 0, at(value, axis),
                 2 * kMiddle);
  }
  body += marks;
  return drawing("row-chart", 2 * kMiddle, plot.label, body);
}

Markup plot_scale(const PlotAxis& axis) {
  Markup body;
  const auto number = [&](double value, const char* anchor) {
    body += words_at(at(value, axis), 12, "tick", anchor,
                     fmt::format("{:.4g}", axis.shown * value + 0.0));
  };
  number(axis.low, axis.low < 0 ? "start" : "middle");
  // In the middle third, so that it does not run into the numbers at the ends.
  if (axis.low < 0 && axis.high > 0 && std::abs(position(0, axis) - 50) < 35) number(0, "middle");
  number(axis.high, "end");
  return drawing("row-chart", 16, "", body);
}

}  // namespace faultline::report::html
