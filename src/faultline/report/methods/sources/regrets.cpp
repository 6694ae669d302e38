// Every group's cost as the least possible cost, bias and variance.

#include <array>

#include <fmt/format.h>

#include "faultline/report/document/format.hpp"
#include "faultline/report/methods/sources/rows.hpp"
#include "faultline/report/methods/sources/sections.hpp"

namespace faultline::report {
namespace {

using Report = result::SourcesReport;

struct Parts {
  double cost = 0;
  double least = 0;
  Interval least_interval{};
  double bias = 0;
  Interval bias_interval{};
  double variance = 0;
  Interval variance_interval{};
};

Row row_of(const Report& report, const std::string& name, const Parts& parts) {
  const std::string cost = gap_cell(report, parts.cost);
  Cell strong(cost);
  strong.strong = true;
  return {
      .cells = {name,
                stacked(fmt::format("{}: {} = least possible {} + bias {} + variance {}", name,
                                    cost, gap_cell(report, parts.least),
                                    gap_cell(report, parts.bias), gap_cell(report, parts.variance)),
                        {parts.least, parts.bias, parts.variance}, parts.cost),
                std::move(strong), gap_with_range(report, parts.least, parts.least_interval),
                gap_with_range(report, parts.bias, parts.bias_interval),
                gap_with_range(report, parts.variance, parts.variance_interval)}};
}

Table regrets_table(const Report& report) {
  using Form = PlotMark::Form;
  Table table{.caption = fmt::format("{} taken apart, {} ({}s)",
                                     is_binary(report) ? "Error rates" : "Mean squared errors",
                                     is_binary(report) ? "in %" : "in squared units of the outcome",
                                     interval_head(report)),
              .key = {{{.form = Form::part, .number = 0}, "least possible"},
                      {{.form = Form::part, .number = 1}, "bias"},
                      {{.form = Form::part, .number = 2}, "variance"},
                      {{.form = Form::total}, "their sum: the cost, or the difference"}},
              .columns = {{.head = "Group", .kind = Column::Kind::words},
                          {.head = "", .kind = Column::Kind::plot},
                          {.head = "Sum"},
                          {.head = "Least possible",
                           .brief = "Least",
                           .meaning = "what the variables cannot tell",
                           .notes = Detail::full},
                          {.head = "Bias",
                           .meaning = "what the model misses on average",
                           .notes = Detail::brief},
                          {.head = "Variance",
                           .meaning = "what depends on who was trained on",
                           .notes = Detail::brief}},
              .noun = "group"};
  RowGroup group;
  for (const Report::Regret& one : report.regrets) {
    if (!one.least) continue;
    group.rows.push_back(row_of(report, one.group,
                                {.cost = one.cost,
                                 .least = *one.least,
                                 .least_interval = one.least_interval,
                                 .bias = *one.bias,
                                 .bias_interval = one.bias_interval,
                                 .variance = *one.variance,
                                 .variance_interval = one.variance_interval}));
  }
  for (const Report::RegretGap& one : report.regret_gaps) {
    group.rows.push_back(row_of(report, minus_words(one.groups),
                                {.cost = one.cost,
                                 .least = one.least,
                                 .least_interval = one.least_interval,
                                 .bias = one.bias,
                                 .bias_interval = one.bias_interval,
                                 .variance = one.variance,
                                 .variance_interval = one.variance_interval}));
  }
  for (std::size_t i = kTerminalRows; i < group.rows.size(); ++i)
    group.rows[i].detail = Detail::full;
  if (!group.rows.empty()) group.axis = stacked_axis(report, group.rows);
  table.groups.push_back(std::move(group));
  return table;
}

}  // namespace

Section regrets_section(const Report& report) {
  Section section{.heading = "Where the difference comes from", .id = "decomposition"};
  Table table = regrets_table(report);
  if (table.empty()) return section;
  section.add(full(Paragraph{
      "Cost = least possible cost + bias + variance. A difference in variance shrinks with more "
      "people; one in bias asks for another model, one in the least possible cost for other "
      "variables. What is bias and what variance can be told only roughly: trust the intervals."}));
  section.add(brief(std::move(table)));
  return section;
}

}  // namespace faultline::report
