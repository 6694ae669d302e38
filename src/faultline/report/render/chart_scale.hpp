#pragma once
// Where numbers stand on an axis: from the data's range to a share of the axis' length, and the
// round numbers that are written along it.

#include <string>
#include <utility>
#include <vector>

#include "faultline/report/document/chart.hpp"

namespace faultline::report::html {

class AxisScale {
 public:
  /// `low` and `high`: the range to cover when the axis has none of its own. `rounded`: out to
  /// round numbers.
  AxisScale(const Axis& axis, double low, double high, bool rounded);

  /// False when there is nothing finite to show.
  [[nodiscard]] bool usable() const;
  /// 0 at the start of the axis, 1 at its end; places outside stand at the edge.
  [[nodiscard]] double share(double value) const;
  /// Position and words.
  [[nodiscard]] std::vector<std::pair<double, std::string>> ticks() const;
  [[nodiscard]] double low() const { return low_; }
  [[nodiscard]] double high() const { return high_; }

 private:
  [[nodiscard]] double transformed(double value) const;
  [[nodiscard]] std::vector<double> round_ticks() const;

  const Axis& axis_;
  double low_;
  double high_;
  double step_ = 0;  // between round ends; 0: the ends are not round
};

/// The ranges that a chart's points, intervals, bars and positions take. Intervals count as far as
/// they do not dwarf the points they belong to.
struct ChartRanges {
  double left = 0;
  double right = 0;
  double bottom = 0;
  double top = 0;
};
[[nodiscard]] ChartRanges ranges_of(const Chart& chart);

}  // namespace faultline::report::html
