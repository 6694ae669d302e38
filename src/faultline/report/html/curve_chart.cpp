#include "faultline/report/html/curve_chart.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include <fmt/format.h>

#include "faultline/base/text.hpp"
#include "faultline/report/html/plot.hpp"
#include "faultline/report/html/svg.hpp"

namespace faultline::report::html {
namespace {

constexpr Frame kFrame{.left = 10, .across = 87, .top = 26, .height = 190};
constexpr double kBottom = 40;
// Sizes take this share of the width; the limit stands in what is left.
constexpr double kSizes = 0.87;
constexpr double kLimit = 0.965;
constexpr int kSteps = 24;

// As many shapes as colours, so that series differ without colour.
constexpr std::array<const char*, 6> kShapes = {
    "M-4,0a4,4 0 1,0 8,0a4,4 0 1,0 -8,0z", "M-3.6,-3.6h7.2v7.2h-7.2z",   "M0,-5L5,0L0,5L-5,0z",
    "M0,-4.8L4.6,3.6L-4.6,3.6z",           "M0,4.8L4.6,-3.6L-4.6,-3.6z", "M-5,-1.7h10v3.4h-10z"};

int slot(int colour) { return colour % static_cast<int>(kShapes.size()); }

std::string series_class(const char* css, int colour) {
  return fmt::format("{} series-{}", css, slot(colour) + 1);
}

Markup shape(const char* css, int colour) {
  return element("path",
                 {{"class", series_class(css, colour)},
                  {"d", kShapes[static_cast<std::size_t>(slot(colour))]}},
                 {});
}

/// The shape of a series around a position given in percent.
Markup marker(const char* css, int colour, const std::string& x, double y) {
  return element("svg", {{"x", x}, {"y", px(y)}, {"overflow", "visible"}}, {shape(css, colour)});
}

struct Scale {
  double first = 1;  // smallest and largest size
  double last = 10;
  double low = 0;  // values
  double high = 1;

  [[nodiscard]] double across(double n) const {
    return kSizes * std::clamp(std::log(n / first) / std::log(last / first), 0.0, 1.0);
  }
  [[nodiscard]] double up(double value) const { return (value - low) / (high - low); }
};

/// A law between two sizes. It is stretched to the plot, which a path cannot be told in percent.
Markup law_path(const CurveSeries& series, const char* css, double from, double to,
                const Scale& scale) {
  std::string d;
  for (int i = 0; i <= kSteps; ++i) {
    const double n = from * std::pow(to / from, static_cast<double>(i) / kSteps);
    const double value = series.law(n);
    if (!std::isfinite(value)) return {};
    d += fmt::format("{}{:.1f},{:.1f}", i == 0 ? "M" : "L", 1000 * scale.across(n),
                     1000 * (1 - scale.up(value)));
  }
  return element("path",
                 {{"class", series_class(css, series.colour)},
                  {"vector-effect", "non-scaling-stroke"},
                  {"d", d}},
                 {});
}

Markup whisker(const CurveSeries::Point& point, int colour, const std::string& x,
               const Scale& scale) {
  if (!point.interval || std::isnan(point.interval->first) || std::isnan(point.interval->second)) {
    return {};
  }
  const std::string css = series_class("error-bar", colour);
  return line(css.c_str(), x, kFrame.y(scale.up(point.interval->first)), x,
              kFrame.y(scale.up(point.interval->second)));
}

bool usable(const CurveSeries::Point& point) {
  return point.n > 0 && std::isfinite(point.n) && std::isfinite(point.value);
}

/// Room for all values, and for intervals as long as they do not dwarf them; 0 where it is near.
Scale scale_of(std::span<const CurveSeries> series, bool zero) {
  Scale scale{.first = std::numeric_limits<double>::infinity(), .last = 0, .low = 0, .high = 0};
  double low = std::numeric_limits<double>::infinity();
  double high = -low;
  const auto value = [&](double one) {
    if (!std::isfinite(one)) return;
    low = std::min(low, one);
    high = std::max(high, one);
  };
  const auto each = [&](const auto& visit) {
    for (const CurveSeries& one : series) {
      for (const std::vector<CurveSeries::Point>* list : {&one.points, &one.beyond}) {
        for (const CurveSeries::Point& point : *list) {
          if (usable(point)) visit(point);
        }
      }
      if (one.limit) visit(*one.limit);
    }
  };
  each([&](const CurveSeries::Point& point) {
    value(point.value);
    if (usable(point)) {
      scale.first = std::min(scale.first, point.n);
      scale.last = std::max(scale.last, point.n);
    }
  });
  const double spread = std::max(high - low, 1e-12);
  const double least = low - 2 * spread;
  const double most = high + 2 * spread;
  each([&](const CurveSeries::Point& point) {
    if (!point.interval) return;
    value(std::max(point.interval->first, least));
    value(std::min(point.interval->second, most));
  });
  if (low > 0 && (zero || low < high - low)) low = 0;
  if (high < 0 && (zero || -high < high - low)) high = 0;
  scale.low = low;
  scale.high = high > low ? high : low + 1;
  return scale;
}

Markup size_axis(const Scale& scale, const std::string& title) {
  Markup body = line("axis", kFrame.x(0), kFrame.base(), kFrame.x(1), kFrame.base());
  const double decades = std::log10(scale.last / scale.first);
  for (int power = 0; power < 16; ++power) {
    for (const double factor : {1.0, 2.0, 5.0}) {
      const double n = factor * std::pow(10.0, power);
      if (n < scale.first * 0.999 || n > scale.last * 1.001) continue;
      if (decades > 1.3 && factor != 1) continue;
      body += label_at(kFrame.x(scale.across(n)), kFrame.base() + 16, "tick", "middle",
                       with_thousands(std::llround(n)));
    }
  }
  body += label_at(kFrame.x(kLimit), kFrame.base() + 16, "tick", "middle", "limit");
  body += label_at(kFrame.x(0.5), kFrame.base() + 34, "axis-title", "middle", title);
  return body;
}

}  // namespace

Markup series_key(int colour) {
  return element("svg",
                 {{"class", "series-key"},
                  {"aria-hidden", "true"},
                  {"width", "14"},
                  {"height", "14"},
                  {"viewBox", "-7 -7 14 14"}},
                 {shape("mark", colour)});
}

Markup curve_chart(std::span<const CurveSeries> series, const CurveAxes& axes,
                   const std::string& label) {
  Scale scale = scale_of(series, axes.zero);
  if (!(scale.last > scale.first) || !std::isfinite(scale.high - scale.low)) return {};
  const double step = nice_step((scale.high - scale.low) / 5);
  scale.low = step * std::floor(scale.low / step + 1e-9);
  scale.high = step * std::ceil(scale.high / step - 1e-9);

  Markup body;
  const int steps = static_cast<int>(std::lround((scale.high - scale.low) / step));
  for (int i = 0; i <= steps; ++i) {
    const double value = scale.low + i * step;
    const double shown = std::abs(value) < step / 1e6 ? 0 : axes.scale * value;
    const double y = kFrame.y(scale.up(value));
    body += line(shown == 0 ? "axis" : "grid", kFrame.x(0), y, kFrame.x(1), y);
    body += label_at(fmt::format("{:.2f}%", kFrame.left - 1.5), y + 4, "tick", "end",
                     fmt::format("{:.4g}", shown));
  }
  body += size_axis(scale, axes.size_title);
  double measured = 0;
  for (const CurveSeries& one : series) {
    for (const CurveSeries::Point& point : one.points) {
      if (usable(point)) measured = std::max(measured, point.n);
    }
  }
  Markup laws;
  for (const CurveSeries& one : series) {
    if (!one.law || !(measured > scale.first)) continue;
    laws += law_path(one, "law", scale.first, measured, scale);
    if (scale.last > measured) laws += law_path(one, "law beyond", measured, scale.last, scale);
  }
  if (!laws.empty()) {
    body += element("svg",
                    {{"x", fmt::format("{:g}%", kFrame.left)},
                     {"y", px(kFrame.top)},
                     {"width", fmt::format("{:g}%", kFrame.across)},
                     {"height", px(kFrame.height)},
                     {"viewBox", "0 0 1000 1000"},
                     {"preserveAspectRatio", "none"}},
                    {laws});
  }
  const auto draw = [&](const CurveSeries::Point& point, const char* css, int colour,
                        double share) {
    const std::string x = kFrame.x(share);
    body += whisker(point, colour, x, scale);
    body += marker(css, colour, x, kFrame.y(scale.up(point.value)));
  };
  // Series a little beside each other, so that their intervals do not cover each other.
  const double middle = static_cast<double>(series.size() - 1) / 2;
  for (std::size_t i = 0; i < series.size(); ++i) {
    const CurveSeries& one = series[i];
    const double beside = 0.006 * (static_cast<double>(i) - middle);
    for (const CurveSeries::Point& point : one.points) {
      if (usable(point)) draw(point, "mark", one.colour, scale.across(point.n));
    }
    for (const CurveSeries::Point& point : one.beyond) {
      if (usable(point)) draw(point, "mark open", one.colour, scale.across(point.n) + beside);
    }
    if (one.limit && std::isfinite(one.limit->value)) {
      draw(*one.limit, "mark open", one.colour, kLimit + 2 * beside);
    }
  }
  body += label_at("0", 12, "axis-title", "start", axes.title);
  return chart("chart", kFrame.base() + kBottom, label, body);
}

}  // namespace faultline::report::html
