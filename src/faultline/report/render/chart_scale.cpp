#include "faultline/report/render/chart_scale.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include <fmt/format.h>

#include "faultline/base/text.hpp"
#include "faultline/report/document/round_numbers.hpp"

namespace faultline::report::html {
namespace {

// About as many numbers as stand along an axis without crowding.
constexpr int kSteps = 5;
// Points at infinity stand in the last part of an axis that has an edge.
constexpr double kBeforeEdge = 0.87;
constexpr double kAtEdge = 0.965;

struct Range {
  double low = std::numeric_limits<double>::infinity();
  double high = -std::numeric_limits<double>::infinity();
  void take(double value) {
    if (!std::isfinite(value)) return;
    low = std::min(low, value);
    high = std::max(high, value);
  }
};

/// Whole numbers of people with thousands, others to four digits.
std::string number_words(double value) {
  if (std::abs(value) >= 1000 && std::abs(value) < 1e15 && value == std::round(value)) {
    return with_thousands(std::llround(value));
  }
  return fmt::format("{:.4g}", value + 0.0);
}

}  // namespace

AxisScale::AxisScale(const Axis& axis, double low, double high, bool rounded)
    : axis_(axis), low_(low), high_(high) {
  if (axis.range) {
    low_ = axis.range->first;
    high_ = axis.range->second;
    return;
  }
  // Given ticks were chosen for the data's own range.
  const bool chosen = axis.ticks.empty();
  if (low_ > 0 && (axis.zero || (chosen && low_ < high_ - low_)) && axis.scale == Scale::linear) {
    low_ = 0;
  }
  if (high_ < 0 && (axis.zero || (chosen && -high_ < high_ - low_))) high_ = 0;
  if (axis.scale == Scale::square_root) {
    low_ = 0;
    high_ = high_ > 0 ? 1.08 * high_ : 1;  // room for the highest mark
  }
  if (low_ == high_ && axis.scale == Scale::linear) high_ = low_ + 1;
  if (low_ == high_ && axis.scale == Scale::logarithmic) {
    low_ /= 2;  // a single value stands in the middle
    high_ *= 2;
  }
  if (rounded && chosen && axis.scale == Scale::linear && usable()) {
    const RoundRange range = round_range(low_, high_, kSteps);
    low_ = range.low;
    high_ = range.high;
    step_ = range.step;
  }
}

bool AxisScale::usable() const {
  return std::isfinite(high_ - low_) && high_ > low_ &&
         (axis_.scale != Scale::logarithmic || low_ > 0);
}

double AxisScale::transformed(double value) const {
  switch (axis_.scale) {
    case Scale::linear:
      break;
    case Scale::logarithmic:
      return std::log(std::max(value, low_));
    case Scale::square_root:
      return std::sqrt(std::max(value, 0.0));
  }
  return value;
}

double AxisScale::share(double value) const {
  const bool edge = !axis_.edge.empty();
  if (edge && std::isinf(value)) return kAtEdge;
  const double start = transformed(low_);
  const double part = (transformed(value) - start) / (transformed(high_) - start);
  return (edge ? kBeforeEdge : 1.0) * std::clamp(part, 0.0, 1.0);
}

std::vector<double> AxisScale::round_ticks() const {
  if (axis_.scale == Scale::logarithmic) return logarithmic_ticks(low_, high_);
  if (axis_.scale == Scale::linear) {
    return RoundRange{low_, high_, step_ > 0 ? step_ : round_step((high_ - low_) / kSteps)}.ticks();
  }
  // Equal steps of the root, rounded, lie about evenly.
  std::vector<double> list = {0};
  for (int i = 1; i <= 4; ++i) {
    const double value = round_step(high_ * (i / 4.0) * (i / 4.0));
    if (value > list.back() && value <= high_ * (1 + 1e-9)) list.push_back(value);
  }
  return list;
}

std::vector<std::pair<double, std::string>> AxisScale::ticks() const {
  std::vector<std::pair<double, std::string>> list;
  for (const auto& tick : axis_.ticks) {
    if (tick.first >= low_ && tick.first <= high_) list.push_back(tick);
  }
  if (axis_.ticks.empty()) {
    for (const double value : round_ticks()) {
      const double shown = axis_.shown * (axis_.absolute ? std::abs(value) : value);
      list.emplace_back(value, number_words(shown));
    }
  }
  if (!axis_.edge.empty()) {
    list.emplace_back(std::numeric_limits<double>::infinity(), axis_.edge);
  }
  return list;
}

ChartRanges ranges_of(const Chart& chart) {
  Range x;
  Range y;
  for (const Series& series : chart.series) {
    const bool bars = series.form == Series::Form::bars;
    for (const Point& point : series.points) {
      if (!std::isfinite(point.y)) continue;
      x.take(point.x);
      if (bars) x.take(point.x + series.width);
      y.take(point.y);
    }
    if (bars) y.take(0);
  }
  for (const Position& position : chart.positions) {
    x.take(position.at);
    if (!position.interval) continue;
    x.take(position.interval->first);
    x.take(position.interval->second);
  }
  // Twice the spread of the points on either side: a longer interval is cut off by the frame.
  const double spread = std::max(y.high - y.low, 1e-12);
  const double least = y.low - 2 * spread;
  const double most = y.high + 2 * spread;
  for (const Series& series : chart.series) {
    for (const Point& point : series.points) {
      if (!point.interval || !std::isfinite(point.y)) continue;
      y.take(std::max(point.interval->first, least));
      y.take(std::min(point.interval->second, most));
    }
  }
  return {.left = x.low, .right = x.high, .bottom = y.low, .top = y.high};
}

}  // namespace faultline::report::html
