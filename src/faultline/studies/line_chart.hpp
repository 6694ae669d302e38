#pragma once
// A line chart as a self-contained SVG text: axes, several series with intervals, legend, title.
// Series differ in marker and dash as well as in colour, so that it reads in black and white. The
// same bytes everywhere.

#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace faultline::studies {

struct Series {
  std::string name{};       // empty: not in the legend
  std::vector<double> x{};  // in drawing order
  std::vector<double> y{};
  std::vector<std::pair<double, double>> interval{};  // per point, drawn as a bar; empty: none
  bool dashed = false;
  bool markers = true;
  int group = -1;  // series of one group share colour and marker; -1: its own
};

struct LineChart {
  std::string title{};
  std::string x_label{};
  std::string y_label{};
  std::vector<Series> series{};
  std::optional<std::pair<double, double>> x_range{};  // none: that of the data
  std::optional<std::pair<double, double>> y_range{};
  bool log_x = false;             // x > 0 then
  std::vector<double> x_ticks{};  // empty: chosen
};

/// Throws InternalError when a series' lengths differ or there is nothing finite to draw. Points
/// that are not finite are left out.
[[nodiscard]] std::string to_svg(const LineChart& chart);

/// About `wanted` round numbers (1, 2 or 5 times a power of ten apart) that cover [low, high].
[[nodiscard]] std::vector<double> round_ticks(double low, double high, int wanted = 6);

/// 1, 2 and 5 times powers of ten within [low, high], 0 < low; powers of ten alone when they span
/// more than two of them; round_ticks when fewer than two are inside.
[[nodiscard]] std::vector<double> log_ticks(double low, double high);

}  // namespace faultline::studies
