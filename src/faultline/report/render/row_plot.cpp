#include "faultline/report/render/row_plot.hpp"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "faultline/report/document/round_numbers.hpp"
#include "faultline/report/render/svg.hpp"

namespace faultline::report::html {
namespace {

// Pixels: from the top of the plot to its first lane, and from the last to its foot; from a lane to
// the next.
constexpr double kMiddle = 10;
constexpr double kLane = 12;
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

/// The first is drawn as what was observed, others in the colour of their number.
std::string class_of(std::string_view css, const PlotMark& mark) {
  return mark.number == 0 ? std::string(css) : numbered(css, mark.number);
}

Markup drawn(const PlotMark& mark, const PlotAxis& axis) {
  using enum PlotMark::Form;
  const double low = std::min(mark.from, mark.to);
  const double high = std::max(mark.from, mark.to);
  const double y = kMiddle + kLane * mark.lane;
  switch (mark.form) {
    case dot:
      return mark.number == 0 ? circle("observed-dot", at(mark.from, axis), y, 4.5)
                              : shape("mark", mark.number, at(mark.from, axis), y);
    case ring:
      return circle("expected-dot", at(mark.from, axis), y, 5.5);
    case link:
      return line("link", at(mark.from, axis), y, at(mark.to, axis), y);
    case interval:
      return line(class_of("whisker", mark), at(low, axis), y, at(high, axis), y);
    case range:
      return line(class_of(mark.open ? "range open" : "range", mark), at(low, axis), y,
                  at(high, axis), y);
    case part:
      return bar(fmt::format("part-{}", mark.number + 1), at(low, axis), y - 6,
                 across(position(high, axis) - position(low, axis)), 12);
    case total:
      return line("total", at(mark.from, axis), y - kMiddle, at(mark.from, axis), y + kMiddle);
  }
  return {};
}

}  // namespace

Markup row_plot(const RowPlot& plot, const PlotAxis& axis) {
  Markup marks;
  double height = 2 * kMiddle;
  for (const PlotMark& mark : plot.marks) {
    height = std::max(height, 2 * kMiddle + kLane * mark.lane);
    if (is_drawn(mark)) marks += drawn(mark, axis);
  }
  if (marks.empty()) return {};
  Markup body;
  for (const double value : RoundRange{axis.low, axis.high, axis.step}.ticks()) {
    body += line(value == 0 && axis.low < 0 ? "axis" : "grid", at(value, axis), 0, at(value, axis),
                 height);
  }
  body += marks;
  return drawing("row-chart", height, plot.label, body);
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
