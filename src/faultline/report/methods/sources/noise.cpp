#include <fmt/format.h>

#include "faultline/base/text.hpp"
#include "faultline/report/methods/sources/rows.hpp"
#include "faultline/report/methods/sources/sections.hpp"

namespace faultline::report {
namespace {

using Report = result::SourcesReport;

// Notes that a terminal shows on bounds that are missing.
constexpr std::size_t kTerminalNotes = 3;

template <typename Value>
void add_once(const Value& value, std::vector<Value>& list) {
  if (std::ranges::find(list, value) == list.end()) list.push_back(value);
}

std::vector<result::NoiseMethod> methods_of(const Report& report) {
  std::vector<result::NoiseMethod> methods;
  for (const Report::Noise& one : report.noise) add_once(one.method, methods);
  return methods;
}

/// From bound to bound; one that is missing reaches 0 or the axis' end.
PlotMark bounds_mark(const Report::Noise& one, double end, int number) {
  return {.form = PlotMark::Form::range,
          .from = one.lower.value_or(0),
          .to = one.upper.value_or(end),
          .number = number,
          .open = !one.lower || !one.upper,
          .lane = number};
}

Cell bounds_cell(const Report::Noise& one) {
  std::string note = people(one.n);
  if (one.lambda) note += fmt::format(", lambda = {}", shortest(*one.lambda));
  return {noise_range(one), std::move(note)};
}

Row group_row(const Report& report, const std::string& group,
              const std::vector<result::NoiseMethod>& methods, const PlotAxis& axis) {
  Row row{.cells = {group, Cell{}}};
  RowPlot plot{.label = group + ":"};
  int number = 0;
  for (const result::NoiseMethod method : methods) {
    const auto found = std::ranges::find_if(report.noise, [&](const Report::Noise& one) {
      return one.group == group && one.method == method;
    });
    row.cells.push_back(found == report.noise.end() ? Cell(kNone) : bounds_cell(*found));
    if (found != report.noise.end() && (found->lower || found->upper)) {
      plot.label += fmt::format("{} {} {}", number == 0 ? "" : ",", noise_method_words(method),
                                noise_range(*found));
      plot.marks.push_back(bounds_mark(*found, axis.high, number));
    }
    ++number;
  }
  row.cells[1] = std::move(plot);
  return row;
}

Table bounds_table(const Report& report) {
  Table table{.caption = "Bounds on the error of the best possible prediction, in %",
              .columns = {{.head = "Group", .kind = Column::Kind::words},
                          {.head = "", .kind = Column::Kind::plot}},
              .noun = "group"};
  const std::vector<result::NoiseMethod> methods = methods_of(report);
  int number = 0;
  for (const result::NoiseMethod method : methods) {
    const std::string words = noise_method_words(method);
    table.key.push_back({{.form = PlotMark::Form::range, .number = number++}, words});
    table.columns.push_back({.head = words});
  }
  std::vector<double> values;
  std::vector<std::string> groups;
  for (const Report::Noise& one : report.noise) {
    values.insert(values.end(), {one.lower.value_or(0), one.upper.value_or(0)});
    add_once(one.group, groups);
  }
  table.groups.push_back({.axis = plot_axis(values, 100)});
  for (const std::string& group : groups) {
    std::vector<Row>& rows = table.groups.front().rows;
    rows.push_back(group_row(report, group, methods, table.groups.front().axis));
    if (rows.size() > kTerminalRows) rows.back().detail = Detail::full;
  }
  return table;
}

}  // namespace

Section noise_section(const Report& report) {
  Section section{.heading = "How well could anybody predict?", .id = "noise"};
  if (report.noise.empty()) return section;
  section.add(full(Paragraph{
      "However good a model and however much data: with these variables, a share of each group "
      "cannot be predicted. The three methods bound that share, each under assumptions of its "
      "own; they often disagree. They are large where a group is small or hard to learn, too, so "
      "that a larger bound is no sign of noise."}));
  section.add(brief(bounds_table(report)));
  // What is missing everybody must know; what the methods assume stands on a page.
  List missing{.limit = kTerminalNotes, .noun = "note"};
  List assumed;
  for (const Report::Noise& one : report.noise) {
    if (one.note.empty()) continue;
    if (one.lower || one.upper) {
      add_once(one.note, assumed.items);
    } else {
      add_once(fmt::format("{}, {}: {}", one.group, noise_method_words(one.method), one.note),
               missing.items);
    }
  }
  section.add(brief(std::move(missing)));
  section.add(full(std::move(assumed)));
  return section;
}

}  // namespace faultline::report
