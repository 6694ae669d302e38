#include "faultline/report/methods/sources/curve_figures.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>

#include <fmt/format.h>

#include "faultline/base/text.hpp"
#include "faultline/report/methods/shared/sentences.hpp"
#include "faultline/report/methods/sources/rows.hpp"

namespace faultline::report {
namespace {

using Report = result::SourcesReport;
using Law = std::function<double(double)>;

// Error bars of measured points: two standard errors to both sides.
constexpr double kErrors = 2;
// As many series can be told apart.
constexpr std::size_t kColours = 6;
// Points along a law, close enough to look smooth.
constexpr int kSteps = 24;

Law law_of(const Report::CurveFit& fit) {
  return [fit](double n) { return fit.alpha * std::pow(n, -fit.beta) + fit.delta; };
}

/// Series that share the axis of sizes.
class CurveChart {
 public:
  /// Nothing that is drawn leaves the range that values can have.
  CurveChart(double least, double most) : least_(least), most_(most) {}

  /// `limit`: whether the points tell the value without limit. No law: none was fitted.
  template <typename Curve>
  void add(const Curve& curve, bool limit, int number, const std::string& name, const Law& law) {
    Series series{
        .name = name, .form = Series::Form::marks, .look = Look::numbered, .number = number};
    for (const Report::CurvePoint& point : curve.points) {
      const double size = size_of(point, curve.grows);
      if (!usable(size, point.mean)) continue;
      const double half = std::isfinite(point.sem) ? kErrors * point.sem : 0;
      series.points.push_back({.x = size,
                               .y = point.mean,
                               .interval = bounded({{point.mean - half, point.mean + half}})});
      first_ = std::min(first_, size);
      measured_ = std::max(measured_, size);
    }
    for (const Report::Extrapolation& one : curve.extrapolation) {
      const bool beyond = one.factor && one.n && usable(*one.n, one.value);
      if (!beyond && (one.factor || !limit || !std::isfinite(one.value))) continue;
      series.points.push_back({.x = beyond ? *one.n : std::numeric_limits<double>::infinity(),
                               .y = std::clamp(one.value, least_, most_),
                               .interval = bounded(one.interval),
                               .open = true});
      if (!beyond) continue;
      first_ = std::min(first_, *one.n);
      last_ = std::max(last_, *one.n);
    }
    marks_.push_back(std::move(series));
    laws_.push_back(law);
  }

  /// Laws below marks; none when there are not two sizes to draw.
  [[nodiscard]] std::optional<Chart> finish(Chart chart) const {
    const double last = std::max(last_, measured_);
    if (!(last > first_)) return std::nullopt;
    for (std::size_t i = 0; i < marks_.size(); ++i) {
      if (!laws_[i] || !(measured_ > first_)) continue;
      chart.series.push_back(line(marks_[i].number, laws_[i], first_, measured_));
      if (last <= measured_) continue;
      chart.series.push_back(line(marks_[i].number, laws_[i], measured_, last));
      chart.series.back().dashed = true;
    }
    chart.series.insert(chart.series.end(), marks_.begin(), marks_.end());
    chart.across.scale = Scale::logarithmic;
    chart.across.edge = "limit";
    return chart;
  }

 private:
  static bool usable(double size, double value) {
    return size > 0 && std::isfinite(size) && std::isfinite(value);
  }

  [[nodiscard]] Interval bounded(Interval interval) const {
    if (!interval) return interval;
    return std::pair{std::max(least_, interval->first), std::min(most_, interval->second)};
  }

  [[nodiscard]] Series line(int number, const Law& law, double from, double to) const {
    Series series{.form = Series::Form::line, .look = Look::numbered, .number = number};
    for (int i = 0; i <= kSteps; ++i) {
      const double n = from * std::pow(to / from, static_cast<double>(i) / kSteps);
      series.points.push_back({.x = n, .y = std::clamp(law(n), least_, most_)});
    }
    return series;
  }

  double least_;
  double most_;
  std::vector<Series> marks_{};
  std::vector<Law> laws_{};
  double first_ = std::numeric_limits<double>::infinity();
  double measured_ = 0;
  double last_ = 0;
};

double largest_cost(const Report& report) {
  return is_binary(report) ? 1 : std::numeric_limits<double>::infinity();
}

Axis size_axis(const std::string& grows) {
  return {.title = grows.empty() ? "people trained on (logarithmic)"
                                 : fmt::format("people of {} trained on (logarithmic)", grows)};
}

const Report::LearningCurve* curve_of(const Report& report, const std::string& group,
                                      result::CostMetric metric, const std::string& grows) {
  const auto found =
      std::ranges::find_if(report.learning_curves, [&](const Report::LearningCurve& one) {
        return one.group == group && one.metric == metric && one.grows == grows;
      });
  return found == report.learning_curves.end() ? nullptr : &*found;
}

/// The group's position, which gives its colour and shape.
int number_of(const Report& report, const std::string& group) {
  const auto found = std::ranges::find(report.groups, group, &Report::Group::group);
  return static_cast<int>(found - report.groups.begin());
}

/// Those with the largest differences now.
std::vector<const Report::GapCurve*> widest(std::vector<const Report::GapCurve*> curves) {
  const auto now = [](const Report::GapCurve* one) {
    const double mean = one->points.empty() ? 0 : std::abs(one->points.back().mean);
    return std::isfinite(mean) ? mean : 0.0;
  };
  std::ranges::stable_sort(curves, std::greater{}, now);
  if (curves.size() > kColours) curves.resize(kColours);
  return curves;
}

}  // namespace

double size_of(const Report::CurvePoint& point, const std::string& grows) {
  return grows.empty() ? static_cast<double>(point.n) : point.group_n;
}

std::optional<Figure> costs_figure(const Report& report, result::CostMetric metric,
                                   const std::string& grows) {
  CurveChart curves(0, largest_cost(report));
  std::vector<std::string> unknown;
  for (const Report::LearningCurve& one : report.learning_curves) {
    if (one.metric != metric || one.grows != grows) continue;
    const bool identified = one.fit && one.fit->identified;
    curves.add(one, identified, number_of(report, one.group), one.group,
               one.fit ? law_of(*one.fit) : Law{});
    if (!one.fit || identified) continue;
    unknown.push_back(one.fit->why.empty() ? one.group
                                           : fmt::format("{} ({})", one.group, one.fit->why));
  }
  const std::string words = capitalised(metric_words(report, metric));
  std::optional<Chart> chart = curves.finish(
      {.label = fmt::format("{} of each group against the number of people trained on", words),
       .across = size_axis(grows),
       .up = {.title = is_binary(report) ? "cost, %" : "cost", .shown = shown_scale(report)}});
  if (!chart) return std::nullopt;
  Figure figure{.title = words, .chart = std::move(*chart)};
  if (!unknown.empty()) {
    figure.caption = fmt::format("The points do not tell the limit of {}.", join_words(unknown, 4));
  }
  return figure;
}

std::optional<Figure> gaps_figure(const Report& report,
                                  const std::vector<const Report::GapCurve*>& curves) {
  if (curves.empty()) return std::nullopt;
  const result::CostMetric metric = curves.front()->metric;
  const std::string& grows = curves.front()->grows;
  CurveChart drawn(-largest_cost(report), largest_cost(report));
  int number = 0;
  for (const Report::GapCurve* one : widest(curves)) {
    const Report::LearningCurve* first = curve_of(report, one->groups.first, metric, grows);
    const Report::LearningCurve* second = curve_of(report, one->groups.second, metric, grows);
    Law law;
    if (first != nullptr && second != nullptr && first->fit && second->fit) {
      law = [a = law_of(*first->fit), b = law_of(*second->fit)](double n) { return a(n) - b(n); };
    }
    drawn.add(*one, one->limit_identified, number++, minus_words(one->groups), law);
  }
  const std::string words = metric_words(report, metric);
  std::optional<Chart> chart = drawn.finish(
      {.label = fmt::format("Difference in {} against the number of people trained on", words),
       .across = size_axis(grows),
       .up = {.title = is_binary(report) ? "difference, points" : "difference",
              .shown = shown_scale(report),
              .zero = true},
       .legend = curves.size() > 1});
  if (!chart) return std::nullopt;
  return Figure{.title = fmt::format("Difference in {}", words),
                .chart = std::move(*chart),
                .caption = curves.size() > 1 ? "" : minus_words(curves.front()->groups)};
}

}  // namespace faultline::report
