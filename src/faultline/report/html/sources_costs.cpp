#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "faultline/base/text.hpp"
#include "faultline/report/document/format.hpp"
#include "faultline/report/html/cells.hpp"
#include "faultline/report/html/sources_sections.hpp"
#include "faultline/report/html/value_row.hpp"
#include "faultline/report/methods/shared/sentences.hpp"
#include "faultline/report/sources_tables.hpp"

namespace faultline::report::html {
namespace {

using Report = result::SourcesReport;

// Tables with more rows than this are folded.
constexpr std::size_t kLong = 20;

/// A metric's name, and below it what is counted.
Markup metric_title(const Report& report, result::CostMetric metric) {
  return element("strong", {capitalised(metric_words(report, metric))});
}

std::string f_words(const Report::GroupTest& test) {
  const std::string p = p_cell(test.p_value);
  return fmt::format("F = {}, p {}{}", std::isfinite(test.f) ? ratio(test.f) : "infinite",
                     p.starts_with('<') ? "" : "= ", p);
}

void add_interval(const Report::Interval& interval, std::vector<double>& values) {
  if (interval) values.insert(values.end(), {interval->first, interval->second});
}

Markup costs_chart(const Report& report) {
  PlotTable table{.caption = fmt::format("Costs with {} intervals, {}",
                                         confidence_words(report.confidence), unit_words(report)),
                  .head = "Group",
                  .heads = {"Cost", "Interval", "People"}};
  const bool models =
      std::any_of(report.costs.begin(), report.costs.end(),
                  [&](const Report::Cost& one) { return one.model != report.costs.front().model; });
  for (const result::CostMetric metric : metrics_in(report)) {
    std::vector<double> values;
    for (const Report::Cost& one : report.costs) {
      if (one.metric != metric) continue;
      values.push_back(one.estimate);
      add_interval(one.interval, values);
    }
    const ValueAxis axis = value_axis(values);
    PlotTable::Section section{.title = metric_title(report, metric),
                               .scale = value_scale(axis, shown_scale(report))};
    for (const Report::Cost& one : report.costs) {
      if (one.metric != metric) continue;
      const std::string name = models ? fmt::format("{}, {}", one.group, one.model) : one.group;
      const std::string value = cost_cell(report, one.estimate);
      const std::string range = cost_range(report, one.interval);
      section.rows.push_back(
          {.head = name,
           .plot = value_row(one.estimate, one.interval, axis,
                             fmt::format("{}, {}: {}, interval {}", name,
                                         metric_words(report, metric), value, range)),
           .cells = {element("strong", {value}), range, with_thousands(one.n)}});
    }
    table.sections.push_back(std::move(section));
  }
  return render(table);
}

/// Tukey's intervals of all pairs.
Markup tests_chart(const Report& report) {
  PlotTable table{.caption = fmt::format(
                      "Differences of group means over {} folds, with Tukey's intervals: all "
                      "pairs of a cost together have {} confidence",
                      report.group_tests.empty() ? 0 : report.group_tests.front().folds,
                      confidence_words(report.confidence)),
                  .head = "Groups",
                  .heads = {"Difference", "Interval", "p"}};
  const bool models = std::any_of(
      report.group_tests.begin(), report.group_tests.end(),
      [&](const Report::GroupTest& one) { return one.model != report.group_tests.front().model; });
  for (const Report::GroupTest& test : report.group_tests) {
    std::vector<double> values;
    for (const Report::GroupTest::Pair& pair : test.pairs) {
      values.push_back(pair.difference);
      if (pair.interval) values.insert(values.end(), {pair.interval->first, pair.interval->second});
    }
    const ValueAxis axis = value_axis(values);
    std::string title = capitalised(metric_words(report, test.metric));
    if (models) title += ", " + test.model;
    PlotTable::Section section{.title = element("strong", {title}),
                               .scale = value_scale(axis, shown_scale(report))};
    section.title += element("span", {{"class", "people"}}, {unbroken(f_words(test))});
    for (const Report::GroupTest::Pair& pair : test.pairs) {
      const std::string name = minus_words(pair.groups);
      const std::string range = gap_range(report, pair.interval);
      section.rows.push_back(
          {.head = name,
           .plot = value_row(
               pair.difference, pair.interval, axis,
               fmt::format("{}: {}, interval {}", name, gap_cell(report, pair.difference), range)),
           .cells = {gap_cell(report, pair.difference), range, p_cell(pair.p_value)}});
    }
    table.sections.push_back(std::move(section));
  }
  return render(table);
}

}  // namespace

Markup costs_section(const Report& report) {
  if (report.costs.empty()) return {};
  Markup parts = costs_chart(report);
  Markup meanings;
  for (const result::CostMetric metric : metrics_in(report)) {
    const std::string meaning = metric_meaning(report, metric);
    if (meaning.empty()) continue;
    meanings += element("li", {element("strong", {capitalised(metric_words(report, metric))}),
                               fmt::format(" ({}): {}.", metric_short(report, metric), meaning)});
  }
  parts += element("ul", {{"class", "note"}}, {meanings});
  const Markup levels = table_of(levels_table(report, report.levels));
  if (!levels.empty()) {
    parts += element("h3", {"Differences between groups"});
    parts += folded_when(report.levels.size() > kLong,
                         fmt::format("All {} differences", report.levels.size()), levels);
    parts += element("p", {{"class", "note"}},
                     {"p: could the difference be 0? Adjusted: for all differences of the model, "
                      "by Holm. Few people make a real difference unclear; an unclear one is no "
                      "proof that there is none."});
  }
  const Markup comparisons = table_of(comparisons_table(report));
  if (!comparisons.empty()) {
    parts += element("h3", {"Does one model treat the groups more equally?"});
    parts += comparisons;
    parts += element("p", {{"class", "note"}},
                     {"Level: the size of the first model's difference minus that of the second. "
                      "Bias + variance: the same of what is not noise, with its sign."});
  }
  const Markup tests = tests_chart(report);
  if (!tests.empty()) {
    parts += element("h3", {"Over the folds"});
    std::size_t pairs = 0;
    for (const Report::GroupTest& test : report.group_tests) pairs += test.pairs.size();
    parts += folded_when(pairs > kLong, fmt::format("All {} pairs", pairs), tests);
  }
  return card("costs", "What the model costs each group", parts);
}

}  // namespace faultline::report::html
