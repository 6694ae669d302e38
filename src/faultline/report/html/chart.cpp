#include "faultline/report/html/chart.hpp"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <vector>

#include <fmt/format.h>

#include "faultline/base/text.hpp"
#include "faultline/report/document/format.hpp"
#include "faultline/report/html/svg.hpp"

namespace faultline::report::html {
namespace {

// The labels of the two marks stand above the bars, the axis below.
constexpr Frame kFrame{.left = 7, .across = 91, .top = 44, .height = 150};
constexpr double kBottom = 40;

/// A marked position: an upright line that ends at its words, which stand on the side with more
/// room.
struct Mark {
  double share = 0;
  double top = 0;  // where the words stand
  const char* css = "";
  std::string words{};
};

Markup mark_line(const Mark& mark) {
  return line(mark.css, kFrame.x(mark.share), mark.top - 10, kFrame.x(mark.share), kFrame.base());
}

Markup mark_words(const Mark& mark) {
  const bool left = mark.share > 0.5;
  return element("text",
                 {{"class", std::string(mark.css) + "-label"},
                  {"x", kFrame.x(mark.share)},
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

Markup null_chart(std::span<const double> scores, double observed, std::optional<double> critical,
                  const std::string& label) {
  // A stored result may have null among them.
  std::vector<double> null_scores;
  std::copy_if(scores.begin(), scores.end(), std::back_inserter(null_scores),
               [](double score) { return std::isfinite(score); });
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
  const auto share = [&](double value) { return (value - histogram.start) / span; };
  Markup body =
      histogram_bars(histogram, {.frame = kFrame,
                                 .low = histogram.start,
                                 .span = span,
                                 .counts_gap = 1,
                                 .below = 0,
                                 .title = "score of the best subgroup; bars count null data sets"});
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
                  {"height", px(kFrame.base() + kBottom)}},
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
