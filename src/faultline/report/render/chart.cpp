#include "faultline/report/render/chart.hpp"

#include <algorithm>
#include <cmath>
#include <optional>

#include <fmt/format.h>

#include "faultline/base/error.hpp"
#include "faultline/report/render/chart_scale.hpp"
#include "faultline/report/render/style.hpp"
#include "faultline/report/render/svg.hpp"

namespace faultline::report::html {
namespace {

// Percent of the width: room for the numbers of the upright axis, and for half a number at the end.
constexpr double kLeft = 10;
constexpr double kAcross = 87;
// Pixels: the title of the upright axis, a line of words, the plot, the axis below with its title.
constexpr double kTitle = 26;
constexpr double kLine = 20;
constexpr double kPlot = 180;
constexpr double kBelow = 40;
// A file shows one chart alone, often with more curves than a page: as high as a figure in print.
constexpr double kPlotOfFile = 320;
// A legend of more lines than this would push the plot away: it stands below.
constexpr std::ptrdiff_t kLegendAbove = 6;
// Below the axis, for the intervals of positions.
constexpr double kIntervals = 12;
// Intervals of several series at one place stand this far beside each other, as a share of the
// axis.
constexpr double kBeside = 0.006;

std::string class_of(Look look, int number, std::string_view part) {
  switch (look) {
    case Look::neutral:
      return fmt::format("neutral {}", part);
    case Look::observed:
      return fmt::format("observed {}", part);
    case Look::expected:
      return fmt::format("expected {}", part);
    case Look::reference:
      return fmt::format("reference {}", part);
    case Look::numbered:
      return numbered(part, number);
  }
  throw InternalError("a look without a class");
}

class Drawing {
 public:
  /// `plot`: its height.
  Drawing(const Chart& chart, double plot)
      : chart_(chart),
        plot_(plot),
        named_(chart.legend
                   ? std::ranges::count_if(
                         chart.series, [](const Series& series) { return !series.name.empty(); })
                   : 0),
        ranges_(ranges_of(chart)),
        across_(chart.across, ranges_.left, ranges_.right, false),
        up_(chart.up, ranges_.bottom, ranges_.top, true) {
    top_ = kTitle + (legend_below() ? 0 : legend_height());
    for (const Position& position : chart.positions) {
      top_ += position.words.empty() ? 0 : kLine;
      if (position.interval) below_ = kIntervals;
    }
  }

  [[nodiscard]] bool usable() const { return across_.usable() && up_.usable(); }
  [[nodiscard]] double height() const {
    return base() + below_ + kBelow + (legend_below() ? legend_height() : 0);
  }

  [[nodiscard]] Markup body() const {
    Markup all = axes();
    for (const Series& series : chart_.series) all += drawn(series);
    all += positions();
    all += legend();
    return all;
  }

 private:
  [[nodiscard]] double base() const { return top_ + plot_; }
  [[nodiscard]] bool legend_below() const { return named_ > kLegendAbove; }
  [[nodiscard]] double legend_height() const { return kLine * static_cast<double>(named_); }
  [[nodiscard]] std::string x(double value, double beside = 0) const {
    return across(kLeft + kAcross * std::clamp(across_.share(value) + beside, 0.0, 1.0));
  }
  [[nodiscard]] double y(double value) const { return base() - plot_ * up_.share(value); }

  static std::string mark_class(bool open) { return open ? "mark open" : "mark"; }

  [[nodiscard]] Markup axes() const {
    Markup all;
    const std::string left = across(kLeft);
    const std::string right = across(kLeft + kAcross);
    for (const auto& [value, words] : up_.ticks()) {
      all += line(value == 0 ? "axis" : "grid", left, y(value), right, y(value));
      all += words_at(across(kLeft - 1.5), y(value) + 4, "tick", "end", words);
    }
    all += line("axis", left, base(), right, base());
    for (const auto& [value, words] : across_.ticks()) {
      all += words_at(x(value), base() + below_ + 16, "tick", "middle", words);
    }
    all += words_at("0", 12, "axis-title", "start", chart_.up.title);
    all += words_at(across(kLeft + kAcross / 2), base() + below_ + 34, "axis-title", "middle",
                    chart_.across.title);
    return all;
  }

  [[nodiscard]] Markup drawn(const Series& series) const {
    switch (series.form) {
      case Series::Form::bars:
        return bars(series);
      case Series::Form::line:
        return series.points.size() > 2 ? curve(series) : path(series);
      case Series::Form::marks:
        return marks(series);
      case Series::Form::line_and_marks:
        break;
    }
    Markup both = path(series);
    both += marks(series);
    return both;
  }

  [[nodiscard]] Markup bars(const Series& series) const {
    Markup all;
    for (const Point& point : series.points) {
      if (!std::isfinite(point.y) || point.y == 0) continue;
      const double share = across_.share(point.x + series.width) - across_.share(point.x);
      const double from = std::min(y(0), y(point.y));
      // A little narrower than their place, so that neighbours are told apart.
      all += bar(class_of(series.look, series.number, "bar"), x(point.x), from,
                 across(0.92 * kAcross * share), std::abs(y(0) - y(point.y)));
    }
    return all;
  }

  [[nodiscard]] Markup path(const Series& series) const {
    const std::string css =
        class_of(series.look, series.number, series.dashed ? "curve dashed" : "curve");
    Markup all;
    std::optional<Point> previous;
    for (const Point& point : series.points) {
      if (!std::isfinite(point.y)) continue;
      if (previous) all += line(css, x(previous->x), y(previous->y), x(point.x), y(point.y));
      previous = point;
    }
    return all;
  }

  /// Many points without marks: one path, through which dashes run on. Paths cannot be placed in
  /// percent, so it stands in a drawing of its own that is stretched over the plot.
  [[nodiscard]] Markup curve(const Series& series) const {
    std::string steps;
    for (const Point& point : series.points) {
      if (!std::isfinite(point.y)) continue;
      steps += fmt::format("{}{:.1f},{:.1f}", steps.empty() ? "M" : "L",
                           1000 * across_.share(point.x), 1000 * (1 - up_.share(point.y)));
    }
    if (steps.empty()) return {};
    const std::string css =
        class_of(series.look, series.number, series.dashed ? "curve dashed" : "curve");
    return element(
        "svg",
        {{"x", across(kLeft)},
         {"y", pixels(top_)},
         {"width", across(kAcross)},
         {"height", pixels(base() - top_)},
         {"viewBox", "0 0 1000 1000"},
         {"preserveAspectRatio", "none"}},
        {element("path", {{"class", css}, {"vector-effect", "non-scaling-stroke"}, {"d", steps}},
                 {})});
  }

  /// How far a numbered series' hollow marks stand beside their place, which others share.
  [[nodiscard]] double beside(const Series& series) const {
    if (series.look != Look::numbered) return 0;
    double before = 0;
    double all = 0;
    for (const Series& one : chart_.series) {
      if (one.look != Look::numbered || one.form == Series::Form::line) continue;
      if (&one < &series) ++before;
      ++all;
    }
    return kBeside * (before - (all - 1) / 2);
  }

  [[nodiscard]] Markup marks(const Series& series) const {
    Markup all;
    for (const Point& point : series.points) {
      if (!std::isfinite(point.y)) continue;
      const double aside = point.open ? beside(series) : 0;
      if (point.interval && !std::isnan(point.interval->first) &&
          !std::isnan(point.interval->second)) {
        all += line(class_of(series.look, series.number, "error-bar"), x(point.x, aside),
                    y(point.interval->first), x(point.x, aside), y(point.interval->second));
      }
      const std::string css = mark_class(point.open || series.dashed);
      all += series.look == Look::numbered
                 ? shape(css, series.number, x(point.x, aside), y(point.y))
                 : circle(class_of(series.look, 0, css), x(point.x, aside), y(point.y),
                          series.look == Look::reference ? 2.5 : 4.5);
    }
    return all;
  }

  /// Upright lines that end at their words, which stand on the side with more room.
  [[nodiscard]] Markup positions() const {
    Markup all;
    Markup words;
    double at = top_ - kLine * static_cast<double>(chart_.positions.size()) + 10;
    for (const Position& position : chart_.positions) {
      const std::string place = x(position.at);
      const bool left = across_.share(position.at) > 0.5;
      all +=
          line(class_of(position.look, 0, "position"), place, at - 10, place, base() + below_ / 2);
      if (position.interval) {
        all += line(class_of(position.look, 0, "segment"), x(position.interval->first),
                    base() + below_ / 2, x(position.interval->second), base() + below_ / 2);
      }
      words += element("text",
                       {{"class", class_of(position.look, 0, "position-words")},
                        {"x", place},
                        {"y", pixels(at)},
                        {"dx", left ? "-6" : "6"},
                        {"text-anchor", left ? "end" : "start"}},
                       {position.words});
      at += kLine;
    }
    all += words;
    return all;
  }

  [[nodiscard]] Markup legend() const {
    Markup all;
    if (named_ == 0) return all;
    double at = legend_below() ? base() + below_ + kBelow + 12 : kTitle + 6;
    for (const Series& series : chart_.series) {
      if (series.name.empty()) continue;
      const std::string css =
          class_of(series.look, series.number, series.dashed ? "curve dashed" : "curve");
      const bool bars = series.form == Series::Form::bars;
      if (bars) all += bar(class_of(series.look, series.number, "bar"), "12", at - 5, "12", 10);
      if (!bars && series.form != Series::Form::marks) all += line(css, "4", at, "32", at);
      if (!bars && series.form != Series::Form::line) {
        const bool open = !series.points.empty() && series.points.front().open;
        const std::string mark = mark_class(open || series.dashed);
        all += series.look == Look::numbered ? shape(mark, series.number, "18", at)
                                             : circle(class_of(series.look, 0, mark), "18", at, 4);
      }
      all += words_at("40", at + 4, "tick", "start", series.name);
      at += kLine;
    }
    return all;
  }

  const Chart& chart_;
  double plot_;
  std::ptrdiff_t named_;  // lines of the legend
  ChartRanges ranges_;
  AxisScale across_;
  AxisScale up_;
  double top_ = 0;
  double below_ = 0;
};

}  // namespace

Markup draw(const Chart& chart) {
  const Drawing picture(chart, kPlot);
  if (!picture.usable()) return {};
  return drawing("chart", picture.height(), chart.label, picture.body());
}

}  // namespace faultline::report::html

namespace faultline::report {

std::string to_svg(const Figure& figure) {
  using namespace html;  // NOLINT(google-build-using-namespace)
  const Drawing picture(figure.chart, kPlotOfFile);
  if (!picture.usable()) {
    throw InternalError(fmt::format("the chart '{}' has no finite point to draw", figure.title));
  }
  // As wide as a column of text on a page; the title takes a line above the drawing.
  constexpr double kWidth = 720;
  constexpr double kHeading = 34;
  Markup inside = element("title", {figure.title});
  inside += element("style", {Markup::trusted(kChartStyle)});
  inside += Markup::trusted("<rect class=\"paper\" width=\"100%\" height=\"100%\"/>");
  inside += words_at("10", 22, "heading", "start", figure.title);
  inside += element("svg",
                    {{"x", "10"},
                     {"y", pixels(kHeading)},
                     {"width", pixels(kWidth - 20)},
                     {"height", pixels(picture.height())}},
                    {picture.body()});
  const double height = kHeading + picture.height() + 8;
  return element("svg",
                 {{"xmlns", "http://www.w3.org/2000/svg"},
                  {"class", "chart file"},
                  {"viewBox", fmt::format("0 0 {:g} {:g}", kWidth, height)},
                  {"width", fmt::format("{:g}", kWidth)},
                  {"height", fmt::format("{:g}", height)},
                  {"role", "img"},
                  {"aria-label", figure.chart.label.empty() ? figure.title : figure.chart.label}},
                 {inside})
             .str() +
         "\n";
}

}  // namespace faultline::report
