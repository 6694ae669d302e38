#include "faultline/report/html/counterfactual_chart.hpp"

#include <algorithm>
#include <cmath>
#include <vector>

#include "faultline/base/text.hpp"
#include "faultline/report/counterfactual_words.hpp"
#include "faultline/report/html/svg.hpp"

namespace faultline::report::html {
namespace {

// The estimate's words stand above the bars, the interval's segment and the axis below.
constexpr Frame kFrame{.left = 9, .across = 88, .top = 26, .height = 130};
constexpr double kSegment = 12;
constexpr double kBottom = 42;
constexpr int kBins = 36;

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
  const double base = kFrame.base();
  const auto share = [&](double value) { return (value - low) / span; };

  Markup body = histogram_bars(histogram, {.frame = kFrame,
                                           .low = low,
                                           .span = span,
                                           .counts_gap = 1.5,
                                           .below = kSegment,
                                           .title = "average gap, percentage points"});
  body += line("observed", kFrame.x(share(at)), kFrame.top - 16, kFrame.x(share(at)), base + 7);
  if (interval) {
    body += line("segment", kFrame.x(share(100 * interval->first)), base + 7,
                 kFrame.x(share(100 * interval->second)), base + 7);
  }
  body += dot("observed-dot", kFrame.x(share(at)), base + 7, "5");
  const bool left = share(at) > 0.5;
  body += element("text",
                  {{"class", "observed-label"},
                   {"x", kFrame.x(share(at))},
                   {"y", px(kFrame.top - 8)},
                   {"dx", left ? "-6" : "6"},
                   {"text-anchor", left ? "end" : "start"}},
                  {fmt::format("in the data: {}", points(estimate))});
  return chart("chart", base + kSegment + kBottom, label, body);
}

}  // namespace faultline::report::html
