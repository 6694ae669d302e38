#pragma once
// What charts share: where a plot stands inside its chart, round numbers along its axes, and the
// bars of a histogram.

#include <span>
#include <string>
#include <vector>

#include "faultline/report/render/markup.hpp"

namespace faultline::report::html {

/// A step of 1, 2 or 5 times a power of ten, at least `rough`; 1 when rough is not a positive
/// number.
[[nodiscard]] double nice_step(double rough);

/// Place of a plot: percentages across, pixels down.
struct Frame {
  double left = 9;
  double across = 88;
  double top = 26;
  double height = 130;

  /// Shares outside 0 .. 1 stand at the edge. 0 is at the left and at the base.
  [[nodiscard]] std::string x(double share) const;
  [[nodiscard]] double y(double share) const;
  [[nodiscard]] double base() const { return top + height; }
};

struct Histogram {
  double start = 0;
  double width = 1;
  std::vector<int> counts{};
};
/// Bins over [low, high] that hold all values; at most `bins` + 1 of them, none narrower than
/// `finest`.
[[nodiscard]] Histogram bin(std::span<const double> values, double low, double high, int bins,
                            double finest = 0);

/// How a histogram is drawn: values from `low` over `span`, counts at the left.
struct HistogramPlot {
  Frame frame{};
  double low = 0;
  double span = 1;
  double counts_gap = 1.5;  // between the counts and the plot, in percent
  double below = 0;         // room between the axis and its numbers
  std::string title{};      // of the axis
};
/// Grid, bars, the axis with its numbers and title.
[[nodiscard]] Markup histogram_bars(const Histogram& histogram, const HistogramPlot& plot);

}  // namespace faultline::report::html
