#include "faultline/studies/line_chart.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <iterator>
#include <limits>

#include <fmt/format.h>

#include "faultline/base/error.hpp"
#include "faultline/base/text.hpp"

namespace faultline::studies {
namespace {

constexpr double kWidth = 720;
constexpr double kPlotLeft = 70;
constexpr double kPlotRight = 700;
constexpr double kPlotTop = 48;
constexpr double kPlotBottom = 380;
constexpr double kLegendTop = 446;
constexpr double kLegendLine = 20;

// Distinguishable with the common kinds of colour blindness (Okabe and Ito).
constexpr std::array<const char*, 6> kColours = {"#0072B2", "#D55E00", "#009E73",
                                                 "#CC79A7", "#56B4E9", "#000000"};

using Out = std::back_insert_iterator<std::string>;

struct Range {
  double low = std::numeric_limits<double>::infinity();
  double high = -std::numeric_limits<double>::infinity();
  void take(double value) {
    if (!std::isfinite(value)) return;
    low = std::min(low, value);
    high = std::max(high, value);
  }
};

Range finish(Range found, const std::optional<std::pair<double, double>>& wanted) {
  if (wanted) return {wanted->first, wanted->second};
  if (!(found.low <= found.high)) throw InternalError("the chart has no finite point to draw");
  if (found.low == found.high) {
    found.low -= 0.5;
    found.high += 0.5;
  }
  return found;
}

class Drawing {
 public:
  explicit Drawing(const LineChart& chart) : chart_(chart) {
    Range xs;
    Range ys;
    for (const Series& series : chart.series) {
      if (series.x.size() != series.y.size() ||
          (!series.interval.empty() && series.interval.size() != series.x.size())) {
        throw InternalError(
            fmt::format("the chart's series '{}' has columns of different lengths", series.name));
      }
      for (std::size_t i = 0; i < series.x.size(); ++i) {
        if (!std::isfinite(series.y[i])) continue;
        xs.take(series.x[i]);
        ys.take(series.y[i]);
        if (series.interval.empty()) continue;
        ys.take(series.interval[i].first);
        ys.take(series.interval[i].second);
      }
    }
    x_ = finish(xs, chart.x_range);
    y_ = finish(ys, chart.y_range);
    if (chart.log_x && !(x_.low > 0))
      throw InternalError("a logarithmic axis needs positive values");
  }

  std::string svg() {
    const auto named = std::count_if(chart_.series.begin(), chart_.series.end(),
                                     [](const Series& series) { return !series.name.empty(); });
    const double height = kLegendTop + kLegendLine * static_cast<double>(named) + 8;
    fmt::format_to(
        Out(text_),
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {0} {1}\" width=\"{0}\" "
        "height=\"{1}\" "
        "role=\"img\" aria-label=\"{2}\" font-family=\"system-ui, sans-serif\" font-size=\"13\">\n"
        "<title>{2}</title>\n<rect width=\"100%\" height=\"100%\" fill=\"#ffffff\"/>\n",
        kWidth, height, escape_markup(chart_.title));
    label(kPlotLeft, 26, "start", chart_.title, " font-size=\"15\" font-weight=\"600\"");
    axes();
    for (std::size_t k = 0; k < chart_.series.size(); ++k) curve(k);
    int line_number = 0;
    for (std::size_t k = 0; k < chart_.series.size(); ++k) {
      if (!chart_.series[k].name.empty()) legend(k, line_number++);
    }
    text_ += "</svg>\n";
    return std::move(text_);
  }

 private:
  double across(double x) const {
    const double part =
        chart_.log_x ? (std::log(x) - std::log(x_.low)) / (std::log(x_.high) - std::log(x_.low))
                     : (x - x_.low) / (x_.high - x_.low);
    return kPlotLeft + part * (kPlotRight - kPlotLeft);
  }
  double down(double y) const {
    return kPlotBottom - (y - y_.low) / (y_.high - y_.low) * (kPlotBottom - kPlotTop);
  }

  void label(double x, double y, const char* anchor, const std::string& words,
             const std::string& more = "") {
    fmt::format_to(
        Out(text_),
        "<text x=\"{:.1f}\" y=\"{:.1f}\" text-anchor=\"{}\" fill=\"#222222\"{}>{}</text>\n", x, y,
        anchor, more, escape_markup(words));
  }

  void line(double x1, double y1, double x2, double y2, const char* colour) {
    fmt::format_to(
        Out(text_),
        "<line x1=\"{:.1f}\" y1=\"{:.1f}\" x2=\"{:.1f}\" y2=\"{:.1f}\" stroke=\"{}\"/>\n", x1, y1,
        x2, y2, colour);
  }

  void axes() {
    for (const double tick : round_ticks(y_.low, y_.high)) {
      if (tick < y_.low - 1e-12 || tick > y_.high + 1e-12) continue;
      line(kPlotLeft, down(tick), kPlotRight, down(tick), "#dddddd");
      label(kPlotLeft - 8, down(tick) + 4, "end", fmt::format("{:.6g}", tick));
    }
    const std::vector<double> ticks = !chart_.x_ticks.empty() ? chart_.x_ticks
                                      : chart_.log_x          ? log_ticks(x_.low, x_.high)
                                                              : round_ticks(x_.low, x_.high);
    for (const double tick : ticks) {
      if (tick < x_.low - 1e-12 || tick > x_.high + 1e-12) continue;
      line(across(tick), kPlotBottom, across(tick), kPlotBottom + 5, "#222222");
      label(across(tick), kPlotBottom + 20, "middle", fmt::format("{:.6g}", tick));
    }
    line(kPlotLeft, kPlotBottom, kPlotRight, kPlotBottom, "#222222");
    line(kPlotLeft, kPlotTop, kPlotLeft, kPlotBottom, "#222222");
    label((kPlotLeft + kPlotRight) / 2, kPlotBottom + 42, "middle", chart_.x_label);
    const double middle = (kPlotTop + kPlotBottom) / 2;
    label(18, middle, "middle", chart_.y_label,
          fmt::format(" transform=\"rotate(-90 18 {:.1f})\"", middle));
  }

  std::size_t look(std::size_t k) const {
    const int group = chart_.series[k].group;
    return group >= 0 ? static_cast<std::size_t>(group) : k;
  }
  const char* colour(std::size_t k) const { return kColours[look(k) % kColours.size()]; }
  const char* dash(std::size_t k) const {
    return chart_.series[k].dashed ? " stroke-dasharray=\"6 4\"" : "";
  }

  /// A dashed series has hollow markers.
  void marker(std::size_t k, double x, double y) {
    const char* fill = chart_.series[k].dashed ? "#ffffff" : colour(k);
    const std::string style =
        fmt::format("fill=\"{}\" stroke=\"{}\" stroke-width=\"1.5\"", fill, colour(k));
    switch (look(k) % 4) {
      case 0:
        fmt::format_to(Out(text_), "<circle cx=\"{:.1f}\" cy=\"{:.1f}\" r=\"4\" {}/>\n", x, y,
                       style);
        break;
      case 1:
        fmt::format_to(Out(text_),
                       "<rect x=\"{:.1f}\" y=\"{:.1f}\" width=\"8\" height=\"8\" {}/>\n", x - 4,
                       y - 4, style);
        break;
      case 2:
        fmt::format_to(Out(text_), "<path d=\"M{:.1f} {:.1f} l5 9 h-10 z\" {}/>\n", x, y - 5,
                       style);
        break;
      default:
        fmt::format_to(Out(text_), "<path d=\"M{:.1f} {:.1f} l5 5 l-5 5 l-5 -5 z\" {}/>\n", x,
                       y - 5, style);
    }
  }

  void curve(std::size_t k) {
    const Series& series = chart_.series[k];
    std::string points;
    for (std::size_t i = 0; i < series.x.size(); ++i) {
      if (!std::isfinite(series.y[i])) continue;
      fmt::format_to(Out(points), "{}{:.1f},{:.1f}", points.empty() ? "" : " ", across(series.x[i]),
                     down(series.y[i]));
    }
    fmt::format_to(Out(text_),
                   "<polyline points=\"{}\" fill=\"none\" stroke=\"{}\" stroke-width=\"2\"{}/>\n",
                   points, colour(k), dash(k));
    for (std::size_t i = 0; i < series.x.size(); ++i) {
      if (!std::isfinite(series.y[i])) continue;
      if (!series.interval.empty()) {
        line(across(series.x[i]), down(series.interval[i].first), across(series.x[i]),
             down(series.interval[i].second), colour(k));
      }
      if (series.markers) marker(k, across(series.x[i]), down(series.y[i]));
    }
  }

  void legend(std::size_t k, int line_number) {
    const double y = kLegendTop + kLegendLine * line_number;
    fmt::format_to(
        Out(text_),
        "<line x1=\"{0:.1f}\" y1=\"{1:.1f}\" x2=\"{2:.1f}\" y2=\"{1:.1f}\" stroke=\"{3}\" "
        "stroke-width=\"2\"{4}/>\n",
        kPlotLeft, y, kPlotLeft + 36, colour(k), dash(k));
    marker(k, kPlotLeft + 18, y);
    label(kPlotLeft + 46, y + 4, "start", chart_.series[k].name);
  }

  const LineChart& chart_;
  Range x_;
  Range y_;
  std::string text_;
};

}  // namespace

std::vector<double> round_ticks(double low, double high, int wanted) {
  const double rough = (high - low) / std::max(1, wanted - 1);
  const double power = std::pow(10.0, std::floor(std::log10(rough)));
  const double lead = rough / power;
  const double step = power * (lead < 1.5 ? 1 : lead < 3.5 ? 2 : lead < 7.5 ? 5 : 10);
  std::vector<double> ticks;
  // Multiples of the step, not running sums: 0.3 must not print as 0.30000000000000004.
  for (double k = std::floor(low / step); k * step < high + step; ++k) ticks.push_back(k * step);
  return ticks;
}

std::vector<double> log_ticks(double low, double high) {
  std::vector<double> all;
  std::vector<double> tens;
  const auto last = static_cast<int>(std::ceil(std::log10(high)));
  for (int k = static_cast<int>(std::floor(std::log10(low))); k <= last; ++k) {
    for (const double lead : {1.0, 2.0, 5.0}) {
      const double tick = lead * std::pow(10.0, k);
      if (tick < low || tick > high) continue;
      all.push_back(tick);
      if (lead == 1) tens.push_back(tick);
    }
  }
  if (tens.size() > 2) return tens;
  return all.size() >= 2 ? all : round_ticks(low, high);
}

std::string to_svg(const LineChart& chart) { return Drawing(chart).svg(); }

}  // namespace faultline::studies
