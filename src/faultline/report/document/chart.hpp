#pragma once
// What a chart shows, free of how it is drawn: series of points over two axes, and marked
// positions. Renderers draw every chart in one frame (render/chart.hpp). Points that are not finite
// are left out when drawn.

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "faultline/report/document/round_numbers.hpp"

namespace faultline::report {

using Interval = std::optional<std::pair<double, double>>;

enum class Scale {
  linear,
  logarithmic,  // positive numbers only
  square_root,  // keeps small numbers readable beside large ones; from 0
};

struct Axis {
  std::string title{};
  Scale scale = Scale::linear;
  Interval range{};  // none: that of the data, rounded where there are no given ticks
  // Position and words, drawn where they lie in the range; empty: chosen.
  std::vector<std::pair<double, std::string>> ticks{};
  double shown = 1;       // numbers on the axis are multiplied by it (100: rates in percent)
  bool zero = false;      // 0 is always on the axis; otherwise where it is near
  bool absolute = false;  // numbers on the axis are shown without their sign
  std::string edge{};     // words at the far end, for points at infinity; empty: no such place
};

/// Colour and shape by meaning, the same on every page.
enum class Look {
  neutral,    // counts in the background
  observed,   // what was seen
  expected,   // what it is compared with
  reference,  // a line to compare with
  numbered,   // one of several alike, told apart by Series::number
};

struct Point {
  double x = 0;  // infinity: at the axis' edge
  double y = 0;
  Interval interval{};  // of y
  bool open = false;    // hollow mark; stands beside that of other numbered series at its x
};

struct Series {
  enum class Form { line, marks, line_and_marks, bars };
  std::string name{};  // empty: not in the legend
  Form form = Form::line_and_marks;
  Look look = Look::observed;
  int number = 0;       // of a numbered look, from 0; the same number, colour and mark
  bool dashed = false;  // line, with hollow marks
  double width = 0;     // bars: in units of x, from the point's x on
  std::vector<Point> points{};
};

/// An upright line with its words, and an interval of its position below the axis.
struct Position {
  double at = 0;
  std::string words{};
  Look look = Look::observed;
  Interval interval{};
};

struct Chart {
  std::string label{};  // what it shows, for those who cannot see it
  Axis across{};
  Axis up{};
  std::vector<Series> series{};
  std::vector<Position> positions{};
  bool legend = false;  // names of the series; above the plot, below it where they are many
};

/// A histogram's counts as bars in the background.
[[nodiscard]] Series count_bars(const Histogram& histogram);

/// A chart with a title and a sentence below it.
struct Figure {
  std::string title{};
  Chart chart{};
  std::string caption{};
};

}  // namespace faultline::report
