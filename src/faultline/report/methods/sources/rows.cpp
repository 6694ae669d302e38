#include "faultline/report/methods/sources/rows.hpp"

#include <cmath>

#include <fmt/format.h>

#include "faultline/report/document/format.hpp"
#include "faultline/report/methods/shared/sentences.hpp"

namespace faultline::report {

using Report = result::SourcesReport;

double weight(const Report& report, result::CostMetric metric, double value) {
  const bool advised = std::any_of(
      report.recommendation.begin(), report.recommendation.end(),
      [&](const auto& one) { return one.metric == metric && one.action != result::Action::none; });
  // Above every cost that a number can hold.
  constexpr double kAdvised = 1e100;
  return (advised ? kAdvised : 0) + (std::isfinite(value) ? std::abs(value) : 0);
}

std::string row_label(const Report& report, result::CostMetric metric, const Report::Groups& groups,
                      bool named) {
  const std::string text = metric_short(report, metric);
  return named ? text : fmt::format("{}: {}", text, minus_words(groups));
}

RowGroup metric_group(const Report& report, result::CostMetric metric, const std::string& model) {
  RowGroup group{.title = capitalised(metric_words(report, metric)),
                 .brief = metric_short(report, metric)};
  if (!model.empty()) {
    group.title += ", " + model;
    group.brief += ", " + model;
  }
  return group;
}

std::string interval_head(const Report& report) {
  return fmt::format("{} interval", confidence_words(report.confidence));
}

std::string points_words(const Report& report) {
  return is_binary(report) ? ", in percentage points" : "";
}

double shown_scale(const Report& report) { return is_binary(report) ? 100 : 1; }

Cell gap_with_range(const Report& report, double gap, const Interval& interval) {
  const std::string range = gap_range(report, interval);
  return {gap_cell(report, gap), range == kNone ? "" : range};
}

void cover(double value, const Interval& interval, std::vector<double>& values) {
  values.push_back(value);
  if (interval) values.insert(values.end(), {interval->first, interval->second});
}

void add_value(double value, const Interval& interval, int number, RowPlot& plot) {
  using Form = PlotMark::Form;
  if (interval) {
    plot.marks.push_back({.form = Form::interval,
                          .from = interval->first,
                          .to = interval->second,
                          .number = number,
                          .lane = number});
  }
  plot.marks.push_back({.form = Form::dot, .from = value, .number = number, .lane = number});
}

RowPlot stacked(std::string label, const std::array<double, 3>& parts, double total) {
  RowPlot plot{.label = std::move(label)};
  double up = 0;
  double down = 0;
  int number = 0;
  for (const double part : parts) {
    double& end = part > 0 ? up : down;
    if (std::isfinite(part)) {
      plot.marks.push_back(
          {.form = PlotMark::Form::part, .from = end, .to = end + part, .number = number});
      end += part;
    }
    ++number;
  }
  plot.marks.push_back({.form = PlotMark::Form::total, .from = total});
  return plot;
}

PlotAxis stacked_axis(const result::SourcesReport& report, const std::vector<Row>& rows) {
  std::vector<double> values;
  for (const Row& row : rows) {
    for (const PlotMark& mark : row.cells[1].plot->marks) {
      values.push_back(mark.from);
      if (mark.form == PlotMark::Form::part) values.push_back(mark.to);
    }
  }
  return plot_axis(values, shown_scale(report));
}

}  // namespace faultline::report
