#include <fmt/format.h>

#include "faultline/base/text.hpp"
#include "faultline/report/document/format.hpp"
#include "faultline/report/methods/sources/rows.hpp"
#include "faultline/report/methods/sources/sections.hpp"

namespace faultline::report {
namespace {

using Report = result::SourcesReport;

// So many groups with their intervals stand beside each other on a terminal of 80 columns.
constexpr std::size_t kBeside = 3;
// As much of the costs as leaves room for the rest on a terminal.
constexpr std::size_t kTerminalModels = 3;
constexpr std::size_t kTerminalCosts = 15;

const Report::Cost* cost_of(const Report& report, const std::string& model,
                            const std::string& group, result::CostMetric metric) {
  const auto found = std::ranges::find_if(report.costs, [&](const Report::Cost& one) {
    return one.model == model && one.group == group && one.metric == metric;
  });
  return found == report.costs.end() ? nullptr : &*found;
}

const Report::Level* level_of(const Report& report, const std::string& model,
                              result::CostMetric metric) {
  const auto found = std::ranges::find_if(report.levels, [&](const Report::Level& one) {
    return one.model == model && one.metric == metric;
  });
  return found == report.levels.end() ? nullptr : &*found;
}

std::vector<std::string> models_of(const Report& report) {
  std::vector<std::string> list;
  for (const Report::Cost& one : report.costs) {
    if (std::ranges::find(list, one.model) == list.end()) list.push_back(one.model);
  }
  return list;
}

/// One for all costs, so that they compare.
PlotAxis costs_axis(const Report& report) {
  std::vector<double> values;
  for (const Report::Cost& one : report.costs) cover(one.estimate, one.interval, values);
  return plot_axis(values, shown_scale(report));
}

Cell cost_with_range(const Report& report, const Report::Cost& cost) {
  const std::string range = cost_range(report, cost.interval);
  return {cost_cell(report, cost.estimate), range == kNone ? "" : range};
}

std::string cost_words(const Report& report, const Report::Cost& cost) {
  return fmt::format("{} {}, interval {}", cost.group, cost_cell(report, cost.estimate),
                     cost_range(report, cost.interval));
}

/// Of one metric and model; no cells when nobody has such a cost.
Row metric_row(const Report& report, const std::string& model, result::CostMetric metric) {
  std::vector<Cell> cells;
  std::vector<std::string> sizes;
  RowPlot plot{.label = fmt::format("{}: ", metric_words(report, metric))};
  for (std::size_t g = 0; g < report.groups.size(); ++g) {
    const Report::Cost* cost = cost_of(report, model, report.groups[g].group, metric);
    if (cost == nullptr) {
      cells.emplace_back(kNone);
      continue;
    }
    cells.push_back(cost_with_range(report, *cost));
    if (!sizes.empty()) plot.label += "; ";
    plot.label += cost_words(report, *cost);
    add_value(cost->estimate, cost->interval, static_cast<int>(g), plot);
    sizes.push_back(with_thousands(cost->n));
  }
  if (sizes.empty()) return {};
  Row row{
      .cells = {Cell(metric_short(report, metric),
                     fmt::format("{}, {} people", metric_words(report, metric), join_words(sizes))),
                std::move(plot)}};
  row.cells.insert(row.cells.end(), cells.begin(), cells.end());
  if (report.groups.size() != 2) return row;
  if (const Report::Level* level = level_of(report, model, metric)) {
    row.cells.push_back(gap_with_range(report, level->difference, level->interval));
    row.cells.emplace_back(p_cell(level->p_value));
    row.cells.emplace_back(p_cell(level->p_value_adjusted));
  } else {
    row.cells.insert(row.cells.end(), 3, Cell(kNone));
  }
  return row;
}

Table groups_beside(const Report& report) {
  Table table{.columns = {{.head = "Cost", .kind = Column::Kind::words},
                          {.head = "", .kind = Column::Kind::plot}},
              .noun = "cost"};
  for (std::size_t g = 0; g < report.groups.size(); ++g) {
    const std::string& name = report.groups[g].group;
    table.key.push_back({{.form = PlotMark::Form::dot, .number = static_cast<int>(g)}, name});
    table.columns.push_back({.head = name, .notes = Detail::brief});
  }
  if (report.groups.size() == 2) {
    table.columns.push_back({.head = "Difference"});
    table.columns.push_back({.head = "p", .detail = Detail::full});
    table.columns.push_back({.head = "p, adjusted", .brief = "p, adj."});
  }
  const PlotAxis axis = costs_axis(report);
  const std::vector<std::string> models = models_of(report);
  for (std::size_t m = 0; m < models.size(); ++m) {
    RowGroup group{.title = models.size() > 1 ? "Model " + models[m] : "", .axis = axis};
    for (const result::CostMetric metric : metrics_in(report)) {
      Row row = metric_row(report, models[m], metric);
      if (row.cells.empty()) continue;
      row.detail = m < kTerminalModels ? Detail::brief : Detail::full;
      group.rows.push_back(std::move(row));
    }
    table.groups.push_back(std::move(group));
  }
  return table;
}

Table groups_below(const Report& report) {
  Table table{.columns = {{.head = "Group", .kind = Column::Kind::words},
                          {.head = "", .kind = Column::Kind::plot},
                          {.head = "Cost"},
                          {.head = interval_head(report)},
                          {.head = "People"}},
              .noun = "cost",
              .titles_in_rows = true};
  const PlotAxis axis = costs_axis(report);
  const std::vector<std::string> models = models_of(report);
  std::size_t rows = 0;
  for (const std::string& model : models) {
    for (const result::CostMetric metric : metrics_in(report)) {
      RowGroup group = metric_group(report, metric, models.size() > 1 ? model : "");
      group.axis = axis;
      for (const Report::Cost& one : report.costs) {
        if (one.model != model || one.metric != metric) continue;
        RowPlot plot{.label = fmt::format("{}: {}", group.title, cost_words(report, one))};
        add_value(one.estimate, one.interval, 0, plot);
        group.rows.push_back({.cells = {one.group, std::move(plot), cost_cell(report, one.estimate),
                                        cost_range(report, one.interval), with_thousands(one.n)},
                              .detail = ++rows <= kTerminalCosts ? Detail::brief : Detail::full});
      }
      if (!group.rows.empty()) table.groups.push_back(std::move(group));
    }
  }
  return table;
}

}  // namespace

Table costs_table(const Report& report) {
  Table table = report.groups.size() <= kBeside ? groups_beside(report) : groups_below(report);
  table.caption = fmt::format("Costs with {} intervals, {}", confidence_words(report.confidence),
                              unit_words(report));
  return table;
}

}  // namespace faultline::report
