#include "faultline/report/html/plot.hpp"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "faultline/base/text.hpp"
#include "faultline/report/html/svg.hpp"

namespace faultline::report::html {

double nice_step(double rough) {
  if (!(rough > 0) || !std::isfinite(rough)) return 1;
  const double power = std::pow(10.0, std::floor(std::log10(rough)));
  for (const double factor : {1.0, 2.0, 5.0}) {
    if (factor * power >= rough * (1 - 1e-12)) return factor * power;
  }
  return 10 * power;
}

std::string Frame::x(double share) const {
  return fmt::format("{:.2f}%", left + across * std::clamp(share, 0.0, 1.0));
}

double Frame::y(double share) const { return base() - height * std::clamp(share, 0.0, 1.0); }

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

Markup histogram_bars(const Histogram& histogram, const HistogramPlot& plot) {
  const Frame& frame = plot.frame;
  const double base = frame.base();
  const auto share = [&](double value) { return (value - plot.low) / plot.span; };
  Markup body;
  const double tallest = *std::max_element(histogram.counts.begin(), histogram.counts.end());
  const double tick = std::max(1.0, nice_step(tallest / 3));
  for (double value = 0; value <= tallest; value += tick) {
    const double y = frame.y(value / tallest);
    body += line("grid", frame.x(0), y, frame.x(1), y);
    body += label_at(fmt::format("{:.2f}%", frame.left - plot.counts_gap), y + 4, "tick", "end",
                     with_thousands(static_cast<std::int64_t>(value)));
  }
  for (std::size_t i = 0; i < histogram.counts.size(); ++i) {
    if (histogram.counts[i] == 0) continue;
    const double height = frame.height * histogram.counts[i] / tallest;
    const double from = histogram.start + histogram.width * static_cast<double>(i);
    body += bar("null-bar", frame.x(share(from)), base - height,
                fmt::format("{:.2f}%", frame.across * histogram.width / plot.span * 0.92), height);
  }
  body += line("axis", frame.x(0), base, frame.x(1), base);
  const double step = nice_step(plot.span / 6);
  const double first = std::ceil(plot.low / step - 1e-9) * step;
  for (int i = 0; i < 10; ++i) {
    const double value = first + i * step;
    if (share(value) > 1 + 1e-9) break;
    const double shown = std::abs(value) < step * 1e-6 ? 0 : value;
    body += label_at(frame.x(share(value)), base + plot.below + 16, "tick", "middle",
                     fmt::format("{:.4g}", shown));
  }
  body += label_at(frame.x(0.5), base + plot.below + 34, "axis-title", "middle", plot.title);
  return body;
}

}  // namespace faultline::report::html
