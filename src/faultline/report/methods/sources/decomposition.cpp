#include <array>
#include <cmath>

#include <fmt/format.h>

#include "faultline/report/document/format.hpp"
#include "faultline/report/methods/sources/rows.hpp"
#include "faultline/report/methods/sources/sections.hpp"

namespace faultline::report {
namespace {

using Report = result::SourcesReport;
using Key = std::pair<result::CostMetric, std::string>;  // metric and model of a group of rows

/// Of a cost or of a difference, in the order in which they are stacked.
template <typename Item>
std::array<double, 3> parts_of(const Item& one) {
  return {one.noise, one.bias, one.variance};
}

template <typename Item>
Row parts_row(const Report& report, const std::string& name, const Item& one, double total) {
  const std::string sum = gap_cell(report, total);
  const std::string noise = gap_cell(report, one.noise);
  const std::string bias = gap_cell(report, one.bias);
  const std::string variance = gap_cell(report, one.variance);
  Cell strong(sum);
  strong.strong = true;
  return {.cells = {name,
                    stacked(fmt::format("{}: {} = noise {} + bias {} + variance {}", name, sum,
                                        noise, bias, variance),
                            parts_of(one), total),
                    std::move(strong), noise, bias, variance}};
}

std::vector<Key> keys_of(const Report& report) {
  std::vector<Key> keys;
  const auto add = [&](const auto& one) {
    const Key key = {one.metric, one.model};
    if (std::ranges::find(keys, key) == keys.end()) keys.push_back(key);
  };
  std::ranges::for_each(report.decomposition, add);
  std::ranges::for_each(report.decomposition_gaps, add);
  return keys;
}

/// A metric's groups, then their differences, on one axis.
Table parts_table(const Report& report) {
  using Form = PlotMark::Form;
  Table table{.caption = fmt::format("Costs and differences taken apart, {}", unit_words(report)),
              .key = {{{.form = Form::part, .number = 0}, "noise"},
                      {{.form = Form::part, .number = 1}, "bias"},
                      {{.form = Form::part, .number = 2}, "variance"},
                      {{.form = Form::total}, "their sum: the cost, or the difference"}},
              .columns = {{.head = "Group", .kind = Column::Kind::words, .brief = "Cost"},
                          {.head = "", .kind = Column::Kind::plot},
                          {.head = "Sum"},
                          {.head = "Noise", .meaning = "what the variables cannot tell"},
                          {.head = "Bias", .meaning = "what the model misses on average"},
                          {.head = "Variance",
                           .meaning = fmt::format("what depends on who was trained on ({})",
                                                  interval_head(report)),
                           .notes = Detail::brief}},
              .titles_in_rows = true};
  const std::vector<Key> keys = keys_of(report);
  const bool models =
      std::ranges::any_of(keys, [&](const Key& key) { return key.second != keys.front().second; });
  const std::vector<Detail> details =
      foremost(report.decomposition_gaps, kTerminalRows,
               [&](const auto& one) { return weight(report, one.metric, one.level); });
  for (const Key& key : keys) {
    RowGroup group = metric_group(report, key.first, models ? key.second : "");
    for (const Report::Decomposition& one : report.decomposition) {
      if (Key(one.metric, one.model) != key) continue;
      group.rows.push_back(parts_row(report, one.group, one, one.cost));
      group.rows.back().detail = Detail::full;
    }
    for (std::size_t i = 0; i < report.decomposition_gaps.size(); ++i) {
      const Report::DecompositionGap& one = report.decomposition_gaps[i];
      if (Key(one.metric, one.model) != key) continue;
      Row row = parts_row(report, minus_words(one.groups), one, one.level);
      row.cells.back() = gap_with_range(report, one.variance, one.variance_interval);
      row.detail = details[i];
      group.rows.push_back(std::move(row));
    }
    group.axis = stacked_axis(report, group.rows);
    table.groups.push_back(std::move(group));
  }
  return table;
}

/// What the bars do not show.
Section ranges_section(const Report& report) {
  Table table{
      .caption = fmt::format("Ranges are over the estimators of noise; {}", unit_words(report)),
      .columns = columns_of({"Group and cost", "Noise estimator", "Range of noise", "Range of bias",
                             "Bayes risk", "Residual"},
                            2)};
  for (const Report::Decomposition& one : report.decomposition) {
    std::string label = fmt::format("{}, {}", one.group, metric_short(report, one.metric));
    if (several_models(report.decomposition)) label += ", " + one.model;
    table.add({std::move(label), name_of(one.noise_estimator), gap_range(report, one.noise_range),
               gap_range(report, one.bias_range), cost_cell(report, one.bayes_risk),
               gap_cell(report, one.residual)});
  }
  Section section{.heading = "Ranges, the Bayes risk and what is left over",
                  .fold = Section::Fold::closed};
  section.add(full(std::move(table)));
  return section;
}

}  // namespace

Section decomposition_section(const Report& report) {
  // Regrets come first: this is the same in the paper's form, for who wants to compare.
  const bool second = !report.regrets.empty();
  Section section{.heading = second ? "Noise, bias and variance in the published form"
                                    : "Where the difference comes from",
                  .id = second ? "published" : "decomposition",
                  .fold = second ? Section::Fold::closed : Section::Fold::none};
  Table table = parts_table(report);
  if (table.empty()) return section;
  section.add(full(Paragraph{
      "Cost = noise + bias + variance. A difference in variance shrinks with more people; one in "
      "bias asks for another model, one in noise for other variables."}));
  section.add(second ? full(std::move(table)) : brief(std::move(table)));
  std::string note =
      "Noise rests on an estimate of the best possible prediction, and bias on the same one; where "
      "two estimates were used, the table below has the range.";
  if (is_binary(report)) {
    note +=
        " Bars to the left of 0 are negative: where the best prediction is wrong for somebody, "
        "noise or variance can make a decision right by accident.";
  }
  section.add(full(Paragraph{std::move(note), Paragraph::Tone::note}));
  section.add(full(ranges_section(report)));
  return section;
}

}  // namespace faultline::report
