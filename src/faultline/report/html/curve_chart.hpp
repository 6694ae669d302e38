#pragma once
// Learning curves: measured points with error bars, the fitted law through them, and dashed beyond
// the largest size what it says about more people, with intervals; at the right edge the limit.
// Sizes stand on a logarithmic axis.

#include <functional>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "faultline/report/render/markup.hpp"

namespace faultline::report::html {

struct CurveSeries {
  struct Point {
    double n = 0;
    double value = 0;
    std::optional<std::pair<double, double>> interval{};
  };
  int colour = 0;                       // which of the series' colours and shapes
  std::vector<Point> points{};          // measured
  std::vector<Point> beyond{};          // extrapolated
  std::optional<Point> limit{};         // n does not count
  std::function<double(double)> law{};  // none: not fitted
};

struct CurveAxes {
  double scale = 1;  // values are multiplied by it for the upright axis
  std::string title{};
  std::string size_title{};
  bool zero = false;  // 0 is always on the upright axis; otherwise where it is near
};
/// Points that are no numbers are left out; empty when none is left.
[[nodiscard]] Markup curve_chart(std::span<const CurveSeries> series, const CurveAxes& axes,
                                 const std::string& label);

/// The mark of a series, to stand before its name.
[[nodiscard]] Markup series_key(int colour);

}  // namespace faultline::report::html
