#include "faultline/report/html/counterfactual_chart.hpp"

#include <algorithm>
#include <cmath>
#include <vector>

#include "faultline/base/text.hpp"
#include "faultline/report/counterfactual_words.hpp"
#include "faultline/report/html/svg.hpp"

namespace faultline::report::html {
namespace {

// Heights in pixels: the estimate's words, the bars, the interval's segment and the axis below.
constexpr double kTop = 26;
constexpr double kBars = 130;
constexpr double kSegment = 12;
constexpr double kBottom = 42;
constexpr double kLeft = 9;
constexpr double kAcross = 88;
constexpr int kBins = 36;

std::string across(double share) {
  return fmt::format("{:.2f}%", kLeft + kAcross * std::clamp(share, 0.0, 1.0));
}

// The rows keep a margin of 4 % on both sides, so that dots at 0 and at the top are whole.
std::string row_x(double rate, const RateAxis& axis) {
  return fmt::format("{:.2f}%", 4 + 92 * std::clamp(rate / axis.high, 0.0, 1.0));
}

bool drawn(const std::optional<double>& value) { return value && std::isfinite(*value); }

}  // namespace

Markup group_rate_row(const std::optional<double>& rate,
                      const std::optional<std::pair<double, double>>& interval,
                      const std::optional<double>& observed, const RateAxis& axis,
                      const std::string& label) {
  constexpr double kMiddle = 10;
  if (!drawn(rate) && !drawn(observed)) return {};
  Markup body;
  for (double value = 0; value <= axis.high * (1 + 1e-9); value += axis.step) {
    body += line("grid", row_x(value, axis), 0, row_x(value, axis), 2 * kMiddle);
  }
  if (interval) {
    body += line("whisker", row_x(interval->first, axis), kMiddle, row_x(interval->second, axis),
                 kMiddle);
  }
  if (drawn(rate)) body += dot("observed-dot", row_x(*rate, axis), kMiddle, "4.5");
  // Last, and hollow: it must not hide below a dot at the same place.
  if (drawn(observed)) {
    body += element("circle",
                    {{"class", "expected-dot"},
                     {"cx", row_x(*observed, axis)},
                     {"cy", px(kMiddle)},
                     {"r", "6.5"},
                     {"fill-opacity", "0"}},
                    {});
  }
  return chart("row-chart", 2 * kMiddle, label, body);
}

Markup reference_chart(std::span<const double> permutations, double estimate,
                       const std::optional<std::pair<double, double>>& interval,
                       const std::string& label) {
  std::vector<double> values;
  for (const double value : permutations) {
    if (std::isfinite(value)) values.push_back(100 * value);
  }
  if (values.empty() || !std::isfinite(estimate)) return {};
  const double at = 100 * estimate;
  double low = std::min({0.0, at, *std::min_element(values.begin(), values.end())});
  const double largest = *std::max_element(values.begin(), values.end());
  double high = std::max(at, largest);
  if (interval) {
    low = std::min(low, 100 * interval->first);
    high = std::max(high, 100 * interval->second);
  }
  if (!std::isfinite(high - low)) return {};
  high = high > low ? low + 1.04 * (high - low) : low + 1;
  const double finest = (high - low) / 140;
  const double span = high - low;
  const Histogram histogram =
      bin(values, std::min(0.0, *std::min_element(values.begin(), values.end())),
          std::max(largest, finest), kBins, finest);
  const double base = kTop + kBars;
  const auto share = [&](double value) { return (value - low) / span; };

  Markup body;
  const double tallest = *std::max_element(histogram.counts.begin(), histogram.counts.end());
  const double tick = std::max(1.0, nice_step(tallest / 3));
  for (double value = 0; value <= tallest; value += tick) {
    const double y = base - kBars * value / tallest;
    body += line("grid", across(0), y, across(1), y);
    body += label_at(fmt::format("{:.2f}%", kLeft - 1.5), y + 4, "tick", "end",
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
  for (double value = std::ceil(low / step - 1e-9) * step; share(value) <= 1 + 1e-9;
       value += step) {
    const double shown = std::abs(value) < step * 1e-6 ? 0 : value;
    body += label_at(across(share(value)), base + kSegment + 16, "tick", "middle",
                     fmt::format("{:.4g}", shown));
  }
  body += label_at(across(0.5), base + kSegment + 34, "axis-title", "middle",
                   "average gap, percentage points");
  body += line("observed", across(share(at)), kTop - 16, across(share(at)), base + 7);
  if (interval) {
    body += line("segment", across(share(100 * interval->first)), base + 7,
                 across(share(100 * interval->second)), base + 7);
  }
  body += dot("observed-dot", across(share(at)), base + 7, "5");
  const bool left = share(at) > 0.5;
  body += element("text",
                  {{"class", "observed-label"},
                   {"x", across(share(at))},
                   {"y", px(kTop - 8)},
                   {"dx", left ? "-6" : "6"},
                   {"text-anchor", left ? "end" : "start"}},
                  {fmt::format("in the data: {}", points(estimate))});
  return chart("chart", kTop + kBars + kSegment + kBottom, label, body);
}

}  // namespace faultline::report::html
