#include "faultline/report/html/sweep_chart.hpp"

#include <algorithm>
#include <cmath>

#include "faultline/base/text.hpp"
#include "faultline/report/html/chart.hpp"
#include "faultline/report/html/svg.hpp"

namespace faultline::report::html {
namespace {

constexpr double kTop = 44;
constexpr double kPlot = 170;
constexpr double kBottom = 40;
constexpr double kLeft = 9;
constexpr double kAcross = 86;
// As many values of lambda can be named below the axis of a phone.
constexpr std::size_t kNamed = 6;

std::string x_of(std::size_t i, std::size_t count) {
  const double share = (static_cast<double>(i) + 0.5) / static_cast<double>(count);
  return fmt::format("{:.2f}%", kLeft + kAcross * share);
}

/// Ticks that lie about evenly on a square-root axis: equal steps of the root, rounded.
std::vector<double> ticks(double high) {
  std::vector<double> list = {0};
  for (int i = 1; i <= 4; ++i) {
    const double value = high * (i / 4.0) * (i / 4.0);
    const double rounded = nice_step(value);
    if (rounded > list.back() && rounded <= high * (1 + 1e-9)) list.push_back(rounded);
  }
  return list;
}

}  // namespace

Markup sweep_chart(const std::vector<SweepPoint>& points, const std::string& label) {
  if (points.size() < 2) return {};
  double high = 0;
  for (const SweepPoint& point : points) {
    if (!std::isfinite(point.score)) return {};
    high = std::max({high, point.score, point.critical.value_or(0)});
  }
  if (!(high > 0)) high = 1;
  high *= 1.08;
  const double base = kTop + kPlot;
  const auto y = [&](double value) {
    return base - kPlot * std::sqrt(std::clamp(value / high, 0.0, 1.0));
  };
  const std::size_t count = points.size();

  Markup body;
  const std::string left = fmt::format("{:.2f}%", kLeft);
  const std::string right = fmt::format("{:.2f}%", kLeft + kAcross);
  for (const double value : ticks(high)) {
    body += line("grid", left, y(value), right, y(value));
    body += label_at(fmt::format("{:.2f}%", kLeft - 1.5), y(value) + 4, "tick", "end",
                     fmt::format("{:.4g}", value));
  }
  body += line("axis", left, base, right, base);
  const std::size_t every = (count + kNamed - 1) / kNamed;
  for (std::size_t i = 0; i < count; ++i) {
    if (i % every == 0) {
      body += label_at(x_of(i, count), base + 16, "tick", "middle", points[i].lambda);
    }
    if (i == 0) continue;
    if (points[i - 1].critical && points[i].critical) {
      body += line("critical", x_of(i - 1, count), y(*points[i - 1].critical), x_of(i, count),
                   y(*points[i].critical));
    }
    body += line("curve", x_of(i - 1, count), y(points[i - 1].score), x_of(i, count),
                 y(points[i].score));
  }
  for (std::size_t i = 0; i < count; ++i) {
    if (points[i].critical) {
      body += dot("critical-dot", x_of(i, count), y(*points[i].critical), "2.5");
    }
    body += dot(points[i].evidence ? "observed-dot" : "open-dot", x_of(i, count),
                y(points[i].score), "4.5");
  }
  body += label_at("0", 12, "axis-title", "start", "score (square-root axis)");
  body += dot("observed-dot", "8", 28, "4.5");
  body += label_at("18", 32, "tick", "start", "evidence");
  body += dot("open-dot", "86", 28, "4.5");
  body += label_at("96", 32, "tick", "start", "no evidence");
  body += line("critical", "176", 28, "198", 28);
  body += label_at("204", 32, "tick", "start", "95 % of nulls below");
  body += label_at(fmt::format("{:.2f}%", kLeft + kAcross / 2), base + 34, "axis-title", "middle",
                   "lambda, as asked for");
  return chart("chart", kTop + kPlot + kBottom, label, body);
}

}  // namespace faultline::report::html
