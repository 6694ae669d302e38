#include "faultline/report/html/chart.hpp"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "faultline/base/text.hpp"
#include "faultline/report/format.hpp"
#include "faultline/report/html/svg.hpp"

namespace faultline::report::html {
namespace {

// Heights in pixels: the labels of the two marks, the bars, the axis below.
constexpr double kTop = 44;
constexpr double kBars = 150;
constexpr double kBottom = 40;
// The plot keeps this share free at its left for the numbers of the upright axis, and at its right.
constexpr double kLeft = 7;
constexpr double kAcross = 91;

std::string across(double share) {
  return fmt::format("{:.2f}%", kLeft + kAcross * std::clamp(share, 0.0, 1.0));
}

/// A marked position: an upright line that ends at its words, which stand on the side with more
/// room.
struct Mark {
  double share = 0;
  double top = 0;  // where the words stand
  const char* css = "";
  std::string words{};
};

Markup mark_line(const Mark& mark) {
  return line(mark.css, across(mark.share), mark.top - 10, across(mark.share), kTop + kBars);
}

Markup mark_words(const Mark& mark) {
  const bool left = mark.share > 0.5;
  return element("text",
                 {{"class", std::string(mark.css) + "-label"},
                  {"x", across(mark.share)},
                  {"y", px(mark.top)},
                  {"dx", left ? "-6" : "6"},
                  {"text-anchor", left ? "end" : "start"}},
                 {mark.words});
}

// The rows keep a margin of 4 % on both sides, so that dots at 0 and at the top are whole.
std::string row_x(double rate, const RateAxis& axis) {
  return fmt::format("{:.2f}%", 4 + 92 * std::clamp(rate / axis.high, 0.0, 1.0));
}

}  // namespace

double nice_step(double rough) {
  if (!(rough > 0) || !std::isfinite(rough)) return 1;
  const double power = std::pow(10.0, std::floor(std::log10(rough)));
  for (const double factor : {1.0, 2.0, 5.0}) {
    if (factor * power >= rough * (1 - 1e-12)) return factor * power;
  }
  return 10 * power;
}

Histogram bin(std::span<const double> values, double low, double high, int bins, double finest) {
  Histogram histogram;
  histogram.width = nice_step(std::max((high - low) / bins, finest));
  histogram.start = std::floor(low / histogram.width) * histogram.width;
  const double count = std::ceil((high - histogram.start) / histogram.width);
  histogram.counts.assign(static_cast<std::size_t>(std::clamp(count, 1.0, bins + 1.0)), 0);
  for (const double value : values) {
    const double position = std::floor((value - histogram.start) / histogram.width);
    const double last = static_cast<double>(histogram.counts.size() - 1);
    ++histogram.counts[static_cast<std::size_t>(std::clamp(position, 0.0, last))];
  }
  return histogram;
}

Markup null_chart(std::span<const double> null_scores, double observed,
                  std::optional<double> critical, const std::string& label) {
  if (null_scores.empty()) return {};
  const auto [smallest, largest] = std::minmax_element(null_scores.begin(), null_scores.end());
  const double low = std::min({0.0, *smallest, observed});
  double high = std::max({*largest, observed});
  if (!std::isfinite(1.1 * high - 1.1 * low)) return {};
  high = high > low ? low + 1.03 * (high - low) : low + 1;
  // Fine enough to show the null's shape, but never so fine that bars vanish beside a far observed
  // score.
  const double finest = (high - low) / 160;
  const Histogram histogram = bin(null_scores, low, std::max(*largest, low + finest), 40, finest);
  const double span = std::max(high - histogram.start,
                               histogram.width * static_cast<double>(histogram.counts.size()));
  const double base = kTop + kBars;
  const auto share = [&](double value) { return (value - histogram.start) / span; };

  Markup body;
  const double tallest = *std::max_element(histogram.counts.begin(), histogram.counts.end());
  const double tick = std::max(1.0, nice_step(tallest / 3));
  for (double value = 0; value <= tallest; value += tick) {
    const double y = base - kBars * value / tallest;
    body += line("grid", across(0), y, across(1), y);
    body += label_at(fmt::format("{:.2f}%", kLeft - 1), y + 4, "tick", "end",
                     with_thousands(static_cast<std::int64_t>(value)));
  }
  for (std::size_t i = 0; i < histogram.counts.size(); ++i) {
    if (histogram.counts[i] == 0) continue;
    const double height = kBars * histogram.counts[i] / tallest;
    const double from = histogram.start + histogram.width * static_cast<double>(i);
    body += bar("null-bar", across(share(from)), base - height,
                fmt::format("{:.2f}%", kAcross * histogram.width / span * 0.92), height);
  }
  body += line("axis", across(0), base, across(1), base);
  const double step = nice_step(span / 6);
  const double first = std::ceil(histogram.start / step) * step;
  for (int i = 0; i < 10; ++i) {
    const double value = first + i * step;
    if (share(value) > 1 + 1e-9) break;
    body += label_at(across(share(value)), base + 16, "tick", "middle",
                     fmt::format("{:.4g}", value + 0.0));
  }
  body += label_at(across(0.5), base + 34, "axis-title", "middle",
                   "score of the best subgroup; bars count null data sets");
  std::vector<Mark> marks;
  if (critical) {
    marks.push_back({share(*critical), 36, "critical",
                     fmt::format("95 % of null scores below {}", score(*critical))});
  }
  marks.push_back(
      {share(observed), 16, "observed", fmt::format("this finding: {}", score(observed))});
  for (const Mark& mark : marks) body += mark_line(mark);
  for (const Mark& mark : marks) body += mark_words(mark);
  return element("svg",
                 {{"class", "chart"},
                  {"role", "img"},
                  {"aria-label", label},
                  {"width", "100%"},
                  {"height", px(kTop + kBars + kBottom)}},
                 {body});
}

RateAxis rate_axis(std::span<const double> rates) {
  double high = 0;
  for (const double rate : rates) {
    if (std::isfinite(rate)) high = std::max(high, rate);
  }
  if (high > 0.5) return {.high = 1, .step = 0.25};
  const double step = nice_step(std::max(high, 1e-6) / 4);
  return {.high = step * std::max(1.0, std::ceil(high / step - 1e-9)), .step = step};
}

Markup rate_row(double observed, double expected,
                const std::optional<std::pair<double, double>>& interval, const RateAxis& axis,
                const std::string& label) {
  constexpr double kMiddle = 11;
  if (!std::isfinite(observed) || !std::isfinite(expected)) return {};
  Markup body;
  for (double value = 0; value <= axis.high * (1 + 1e-9); value += axis.step) {
    body += line("grid", row_x(value, axis), 0, row_x(value, axis), 2 * kMiddle);
  }
  body += line("link", row_x(expected, axis), kMiddle, row_x(observed, axis), kMiddle);
  if (interval) {
    body += line("whisker", row_x(interval->first, axis), kMiddle, row_x(interval->second, axis),
                 kMiddle);
  }
  body += dot("expected-dot", row_x(expected, axis), kMiddle, "5");
  body += dot("observed-dot", row_x(observed, axis), kMiddle, "4.5");
  return chart("row-chart", 2 * kMiddle, label, body);
}

Markup rate_scale(const RateAxis& axis) {
  Markup body;
  for (const double value : {0.0, axis.high}) {
    body += label_at(row_x(value, axis), 12, "tick", value == 0 ? "start" : "end",
                     fmt::format("{:.4g} %", 100 * value));
  }
  return element(
      "svg", {{"class", "row-chart"}, {"aria-hidden", "true"}, {"width", "100%"}, {"height", "16"}},
      {body});
}

}  // namespace faultline::report::html
