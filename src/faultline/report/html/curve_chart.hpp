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

#include "faultline/report/html/markup.hpp"

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

/// Values are multiplied by `scale` for the upright axis; the titles are those of the two axes.
/// Points that are no numbers are left out; empty when none is left.
[[nodiscard]] Markup curve_chart(std::span<const CurveSeries> series, double scale,
                                 const std::string& title, const std::string& size_title,
                                 const std::string& label);

/// The mark of a series, to stand before its name.
[[nodiscard]] Markup series_key(int colour);

}  // namespace faultline::report::html
