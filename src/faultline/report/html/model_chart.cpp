#include "faultline/report/html/model_chart.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "faultline/base/text.hpp"
#include "faultline/report/html/chart.hpp"
#include "faultline/report/html/svg.hpp"

namespace faultline::report::html {
namespace {

// The plots keep room at their left for the numbers of the upright axis and a little at their
// right.
constexpr double kLeft = 11;
constexpr double kAcross = 86;
constexpr double kTop = 22;
constexpr double kBottom = 40;

std::string across(double share) {
  return fmt::format("{:.2f}%", kLeft + kAcross * std::clamp(share, 0.0, 1.0));
}

std::string in_percent(double rate) { return fmt::format("{:.4g}", 100 * rate); }

}  // namespace

Markup calibration_chart(const result::ModelReport& model, const std::string& label) {
  constexpr double kPlot = 190;
  std::vector<result::ModelReport::CalibrationPoint> points;
  std::vector<double> rates;
  for (const result::ModelReport::CalibrationPoint& point : model.calibration) {
    if (!std::isfinite(point.predicted) || !std::isfinite(point.observed)) continue;
    points.push_back(point);
    rates.insert(rates.end(), {point.predicted, point.observed});
  }
  if (points.empty()) return {};
  const RateAxis axis = rate_axis(rates);
  const double base = kTop + kPlot;
  const auto x = [&](double rate) { return across(rate / axis.high); };
  const auto y = [&](double rate) { return base - kPlot * std::clamp(rate / axis.high, 0.0, 1.0); };

  Markup body;
  for (double value = 0; value <= axis.high * (1 + 1e-9); value += axis.step) {
    body += line("grid", across(0), y(value), across(1), y(value));
    body += label_at(fmt::format("{:.2f}%", kLeft - 1.5), y(value) + 4, "tick", "end",
                     in_percent(value));
    body += label_at(x(value), base + 16, "tick", "middle", in_percent(value));
  }
  body += line("axis", across(0), base, across(1), base);
  body += line("critical", x(0), y(0), x(axis.high), y(axis.high));
  for (std::size_t i = 1; i < points.size(); ++i) {
    body += line("curve", x(points[i - 1].predicted), y(points[i - 1].observed),
                 x(points[i].predicted), y(points[i].observed));
  }
  for (const result::ModelReport::CalibrationPoint& point : points) {
    body += line("whisker", x(point.predicted), y(point.interval.first), x(point.predicted),
                 y(point.interval.second));
    body += dot("observed-dot", x(point.predicted), y(point.observed), "4");
  }
  body += label_at("0", 12, "axis-title", "start", "observed, %");
  body += label_at(across(0.5), base + 34, "axis-title", "middle", "predicted, %");
  return chart("chart", kTop + kPlot + kBottom, label, body);
}

Markup overlap_chart(const result::ModelReport::Overlap& overlap, const std::string& label,
                     const OverlapSides& sides) {
  constexpr double kHalf = 80;
  constexpr double kLabel = 20;  // below the lower bars, for their name
  const std::size_t bins = overlap.protected_people.size();
  if (bins == 0 || overlap.comparison_people.size() != bins || overlap.edges.size() != bins + 1) {
    return {};
  }
  const auto total = [](const std::vector<std::int64_t>& counts) {
    return std::accumulate(counts.begin(), counts.end(), std::int64_t{0});
  };
  const std::int64_t members = total(overlap.protected_people);
  const std::int64_t others = total(overlap.comparison_people);
  if (members <= 0 || others <= 0) return {};
  const auto share = [](std::int64_t count, std::int64_t of) {
    return static_cast<double>(count) / static_cast<double>(of);
  };
  double tallest = 0;
  for (std::size_t i = 0; i < bins; ++i) {
    tallest = std::max({tallest, share(overlap.protected_people[i], members),
                        share(overlap.comparison_people[i], others)});
  }
  const double middle = kTop + kHalf;
  const double base = middle + kHalf;
  const double step = nice_step(tallest / 2);

  Markup body;
  for (double value = 0; value <= tallest * (1 + 1e-9); value += step) {
    for (const double sign : {-1.0, 1.0}) {
      const double y = middle + sign * kHalf * value / tallest;
      body += line("grid", across(0), y, across(1), y);
      if (value == 0 && sign > 0) continue;
      body +=
          label_at(fmt::format("{:.2f}%", kLeft - 1.5), y + 4, "tick", "end", in_percent(value));
    }
  }
  for (std::size_t i = 0; i < bins; ++i) {
    const std::string x = across(overlap.edges[i]);
    const std::string width =
        fmt::format("{:.2f}%", 0.9 * kAcross * (overlap.edges[i + 1] - overlap.edges[i]));
    const double up = kHalf * share(overlap.protected_people[i], members) / tallest;
    const double down = kHalf * share(overlap.comparison_people[i], others) / tallest;
    if (up > 0) body += bar("inside-bar", x, middle - up, width, up);
    if (down > 0) body += bar("outside-bar", x, middle, width, down);
  }
  body += line("axis", across(0), middle, across(1), middle);
  body += label_at("0", 12, "axis-title", "start",
                   fmt::format("% of {} ({})", sides.above, people(members)));
  body += label_at("0", base + kLabel - 4, "axis-title", "start",
                   fmt::format("% of {} ({})", sides.below, people(others)));
  for (const double value : {0.0, 0.25, 0.5, 0.75, 1.0}) {
    body += label_at(across(value), base + kLabel + 16, "tick", "middle", in_percent(value));
  }
  body += label_at(across(0.5), base + kLabel + 34, "axis-title", "middle", "propensity, %");
  return chart("chart", kTop + 2 * kHalf + kLabel + kBottom, label, body);
}

}  // namespace faultline::report::html
