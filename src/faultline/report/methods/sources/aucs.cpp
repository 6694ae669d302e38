// How well scores order the people of each group: of two groups a line per model with their
// difference, of more a line per group and a table of differences.

#include <fmt/format.h>

#include "faultline/base/text.hpp"
#include "faultline/report/document/format.hpp"
#include "faultline/report/methods/metrics/words.hpp"
#include "faultline/report/methods/sources/rows.hpp"
#include "faultline/report/methods/sources/sections.hpp"

namespace faultline::report {
namespace {

using Report = result::SourcesReport;

// Models that a terminal shows: one line each.
constexpr std::size_t kTerminalAucs = 3;

std::string auc_number(double value) { return rate_number(result::RateName::auc, value); }

std::string auc_range(const Report::Interval& interval) {
  return difference_range(result::RateName::auc, interval);
}

Cell auc_cell(const Report::Auc& one) {
  if (!one.auc) return {"too few"};
  return {auc_number(*one.auc), auc_range(one.interval)};
}

std::string auc_words(const Report::Auc& one) {
  if (!one.auc) return one.group + " not told";
  const std::string range = auc_range(one.interval);
  return fmt::format("{} {}{}", one.group, auc_number(*one.auc),
                     range.empty() ? "" : ", interval " + range);
}

std::string with_and_without(const Report::Auc& one) {
  return fmt::format("{} with, {} without", with_thousands(one.positive),
                     with_thousands(one.negative));
}

std::vector<Cell> gap_cells(const Report::AucGap& gap) {
  return {Cell(auc_number(gap.difference), auc_range(gap.interval)), Cell(p_cell(gap.p_value)),
          Cell(p_cell(gap.p_value_adjusted))};
}

PlotAxis auc_axis(const Report& report) {
  std::vector<double> values;
  for (const Report::Auc& one : report.aucs) {
    if (one.auc) cover(*one.auc, one.interval, values);
  }
  return plot_axis(values);
}

/// Two groups: a line per model.
Table aucs_beside(const Report& report) {
  Table table{.columns = {{.head = "Model", .kind = Column::Kind::words},
                          {.head = "", .kind = Column::Kind::plot}},
              .groups = {{.axis = auc_axis(report)}},
              .noun = "model"};
  for (std::size_t g = 0; g < report.groups.size(); ++g) {
    const std::string& name = report.groups[g].group;
    table.key.push_back({{.form = PlotMark::Form::dot, .number = static_cast<int>(g)}, name});
    table.columns.push_back({.head = name, .notes = Detail::brief});
  }
  table.columns.insert(table.columns.end(),
                       std::initializer_list<Column>{{.head = "Difference"},
                                                     {.head = "p", .detail = Detail::full},
                                                     {.head = "p, adjusted", .brief = "p, adj."}});
  // The groups of a model follow one another, in their own order.
  const std::size_t groups = report.groups.size();
  for (std::size_t first = 0; first + groups <= report.aucs.size(); first += groups) {
    const std::string& model = report.aucs[first].model;
    Row row{.cells = {Cell(model), Cell()}};
    RowPlot plot{.label = model + ": "};
    std::vector<std::string> sizes;
    for (std::size_t g = 0; g < groups; ++g) {
      const Report::Auc& one = report.aucs[first + g];
      plot.label += (g == 0 ? "" : "; ") + auc_words(one);
      if (one.auc) add_value(*one.auc, one.interval, static_cast<int>(g), plot);
      row.cells.push_back(auc_cell(one));
      sizes.push_back(with_and_without(one));
    }
    row.cells[0].note = fmt::format("{} the outcome", join_words(sizes));
    row.cells[1] = std::move(plot);
    const auto gap = std::ranges::find(report.auc_gaps, model, &Report::AucGap::model);
    const std::vector<Cell> last =
        gap == report.auc_gaps.end() ? std::vector<Cell>(3, Cell(kNone)) : gap_cells(*gap);
    row.cells.insert(row.cells.end(), last.begin(), last.end());
    row.detail = table.groups[0].rows.size() < kTerminalAucs ? Detail::brief : Detail::full;
    table.groups[0].rows.push_back(std::move(row));
  }
  return table;
}

Table aucs_below(const Report& report) {
  Table table{.columns = {{.head = "Group", .kind = Column::Kind::words},
                          {.head = "", .kind = Column::Kind::plot},
                          {.head = "AUC"},
                          {.head = "With the outcome"},
                          {.head = "Without"}},
              .noun = "group",
              .titles_in_rows = true};
  const PlotAxis axis = auc_axis(report);
  for (const Report::Auc& one : report.aucs) {
    if (table.groups.empty() ||
        (several_models(report.aucs) && table.groups.back().title != one.model))
      table.groups.push_back(
          {.title = several_models(report.aucs) ? one.model : std::string(), .axis = axis});
    RowPlot plot{.label = auc_words(one)};
    if (one.auc) add_value(*one.auc, one.interval, 0, plot);
    table.add({one.group, std::move(plot), auc_cell(one), with_thousands(one.positive),
               with_thousands(one.negative)});
  }
  return table;
}

Table auc_gaps_table(const Report& report) {
  Table table{.caption = "Differences of AUC, first group - second",
              .columns = columns_of({"Groups", "Difference", "p", "p, adjusted"}),
              .noun = "difference"};
  for (const Report::AucGap& gap : report.auc_gaps) {
    std::vector<Cell> cells{Cell(minus_words(gap.groups))};
    if (several_models(report.auc_gaps)) cells[0].text += ", " + gap.model;
    for (Cell& cell : gap_cells(gap)) cells.push_back(std::move(cell));
    table.add(std::move(cells));
  }
  return table;
}

}  // namespace

Section aucs_section(const Report& report) {
  Section section{.heading = "How well do the scores order people?"};
  if (report.aucs.empty()) return section;
  const bool two = report.groups.size() == 2;
  Table table = two ? aucs_beside(report) : aucs_below(report);
  table.caption = fmt::format("AUC with {}s", interval_head(report));
  // Of more groups the costs fill a terminal.
  section.add(two ? brief(std::move(table)) : full(std::move(table)));
  if (!two && !report.auc_gaps.empty()) section.add(full(auc_gaps_table(report)));
  return section;
}

}  // namespace faultline::report
