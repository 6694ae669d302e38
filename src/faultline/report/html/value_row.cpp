#include "faultline/report/html/value_row.hpp"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "faultline/report/html/plot.hpp"
#include "faultline/report/html/svg.hpp"

namespace faultline::report::html {
namespace {

constexpr double kMiddle = 10;
// A margin on both sides, so that dots at the ends are whole.
constexpr double kMargin = 4;

double position(double value, const ValueAxis& axis) {
  const double share = (value - axis.low) / (axis.high - axis.low);
  return kMargin + (100 - 2 * kMargin) * std::clamp(share, 0.0, 1.0);
}

std::string at(double value, const ValueAxis& axis) {
  return fmt::format("{:.2f}%", position(value, axis));
}

Markup grid(const ValueAxis& axis) {
  Markup body;
  const int steps = static_cast<int>(std::lround((axis.high - axis.low) / axis.step));
  for (int i = 0; i <= steps; ++i) {
    const double value = axis.low + i * axis.step;
    const bool zero = std::abs(value) < axis.step / 1e6;
    body += line(zero ? "axis" : "grid", at(value, axis), 0, at(value, axis), 2 * kMiddle);
  }
  return body;
}

bool drawn(const std::optional<double>& value) { return value && std::isfinite(*value); }

}  // namespace

ValueAxis value_axis(std::span<const double> values) {
  double low = 0;
  double high = 0;
  for (const double value : values) {
    if (!std::isfinite(value)) continue;
    low = std::min(low, value);
    high = std::max(high, value);
  }
  if (!(high > low) || !std::isfinite(high - low)) return {};
  const double step = nice_step((high - low) / 4);
  return {.low = step * std::floor(low / step + 1e-9),
          .high = step * std::ceil(high / step - 1e-9),
          .step = step};
}

Markup value_row(const std::optional<double>& value, const ValueInterval& interval,
                 const ValueAxis& axis, const std::string& label) {
  const bool ranged = interval && !std::isnan(interval->first) && !std::isnan(interval->second);
  if (!drawn(value) && !ranged) return {};
  Markup body = grid(axis);
  if (ranged) {
    body +=
        line("whisker", at(interval->first, axis), kMiddle, at(interval->second, axis), kMiddle);
  }
  if (drawn(value)) body += dot("observed-dot", at(*value, axis), kMiddle, "4.5");
  return chart("row-chart", 2 * kMiddle, label, body);
}

Markup range_row(const std::optional<double>& low, const std::optional<double>& high,
                 const ValueAxis& axis, const std::string& label) {
  if (!drawn(low) && !drawn(high)) return {};
  const std::string from = at(drawn(low) ? *low : 0, axis);
  const std::string to = at(drawn(high) ? *high : axis.high, axis);
  Markup body = grid(axis);
  body += line(drawn(low) && drawn(high) ? "range" : "range open", from, kMiddle, to, kMiddle);
  return chart("row-chart", 2 * kMiddle, label, body);
}

Markup stack_row(std::span<const StackPart> parts, double total, const ValueAxis& axis,
                 const std::string& label) {
  Markup body = grid(axis);
  double up = 0;
  double down = 0;
  for (const StackPart& part : parts) {
    if (!std::isfinite(part.value) || part.value == 0) continue;
    double& end = part.value > 0 ? up : down;
    const double from = position(std::min(end, end + part.value), axis);
    const double to = position(std::max(end, end + part.value), axis);
    end += part.value;
    body += bar(part.css, fmt::format("{:.2f}%", from), 4, fmt::format("{:.2f}%", to - from),
                2 * kMiddle - 8);
  }
  if (std::isfinite(total)) body += line("total", at(total, axis), 0, at(total, axis), 2 * kMiddle);
  return chart("row-chart", 2 * kMiddle, label, body);
}

Markup value_scale(const ValueAxis& axis, double scale) {
  Markup body;
  const auto number = [&](double value, const char* anchor) {
    body +=
        label_at(at(value, axis), 12, "tick", anchor, fmt::format("{:.4g}", scale * value + 0.0));
  };
  number(axis.low, axis.low < 0 ? "start" : "middle");
  if (axis.low < 0 && axis.high > 0 && std::abs(position(0, axis) - 50) < 35) number(0, "middle");
  number(axis.high, "end");
  return element(
      "svg", {{"class", "row-chart"}, {"aria-hidden", "true"}, {"width", "100%"}, {"height", "16"}},
      {body});
}

Markup render(const PlotTable& table) {
  Markup heads = element("th", {{"scope", "col"}}, {table.head});
  heads += element("th", {{"scope", "col"}, {"class", "plot"}}, {Markup::trusted("&nbsp;")});
  for (const std::string& head : table.heads) {
    heads += element("th", {{"scope", "col"}, {"class", "number"}}, {head});
  }
  Markup bodies;
  for (const PlotTable::Section& section : table.sections) {
    if (section.rows.empty()) continue;
    Markup rows;
    if (!section.title.empty() || !section.scale.empty()) {
      Markup cells = element("th", {{"scope", "rowgroup"}}, {section.title});
      cells += element("td", {{"class", "plot"}}, {section.scale});
      for (std::size_t i = 0; i < table.heads.size(); ++i) cells += element("td", {});
      rows += element("tr", {{"class", "section"}}, {cells});
    }
    for (const PlotTable::Row& row : section.rows) {
      Markup cells = element("th", {{"scope", "row"}}, {row.head});
      cells += element("td", {{"class", "plot"}}, {row.plot});
      for (const Markup& cell : row.cells) {
        cells += element("td", {{"class", "number"}}, {cell});
      }
      rows += element("tr", {cells});
    }
    bodies += element("tbody", {rows});
  }
  if (bodies.empty()) return {};
  return element("div", {{"class", "scroll"}},
                 {element("table", {{"class", "plots"}},
                          {element("caption", {table.caption}),
                           element("thead", {element("tr", {heads})}), bodies})});
}

}  // namespace faultline::report::html
