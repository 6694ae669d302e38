#include <cmath>

#include <fmt/format.h>

#include "faultline/base/text.hpp"
#include "faultline/report/document/format.hpp"
#include "faultline/report/methods/shared/sentences.hpp"
#include "faultline/report/methods/sources/rows.hpp"
#include "faultline/report/methods/sources/sections.hpp"

namespace faultline::report {
namespace {

using Report = result::SourcesReport;

// Tables with more rows than this are folded.
constexpr std::size_t kLong = 20;

Section::Fold fold_of(std::size_t rows) {
  return rows > kLong ? Section::Fold::closed : Section::Fold::none;
}

List meanings(const Report& report) {
  List list;
  for (const result::CostMetric metric : metrics_in(report)) {
    list.items.push_back(fmt::format("{} ({}): {}.", capitalised(metric_words(report, metric)),
                                     metric_short(report, metric), metric_meaning(report, metric)));
  }
  return list;
}

/// Of more than two groups; the difference of two stands beside their costs.
Section levels_section(const Report& report) {
  Section section{.heading = "Differences between groups", .fold = fold_of(report.levels.size())};
  if (report.groups.size() == 2) return section;
  const bool named = one_pair(report.levels, &Report::Level::groups);
  Table table{
      .caption = fmt::format("Differences, {}{}", who(report.levels, &Report::Level::groups),
                             points_words(report)),
      .columns = columns_of({"Cost", "Difference", interval_head(report), "p", "p, adjusted"}),
      .noun = "difference"};
  const std::vector<Detail> details =
      foremost(report.levels, kTerminalRows, [&](const Report::Level& one) {
        return weight(report, one.metric, one.se > 0 ? one.difference / one.se : 0);
      });
  for (std::size_t i = 0; i < report.levels.size(); ++i) {
    const Report::Level& one = report.levels[i];
    std::string label = row_label(report, one.metric, one.groups, named);
    if (several_models(report.levels)) label += ", " + one.model;
    table
        .add({std::move(label), gap_cell(report, one.difference), gap_range(report, one.interval),
              p_cell(one.p_value), p_cell(one.p_value_adjusted)})
        .detail = details[i];
  }
  section.add(brief(std::move(table)));
  return section;
}

Section comparisons_section(const Report& report) {
  Section section{.heading = "Does one model treat the groups more equally?"};
  const bool named = one_pair(report.comparisons, &Report::Comparison::groups);
  Table table{.caption = "Models compared, first - second",
              .columns = columns_of({"Models", "What differs", "By", "p"}, 2),
              .noun = "comparison"};
  if (named && !report.comparisons.empty()) {
    table.caption = "Models compared, " + minus_words(report.comparisons.front().groups);
  }
  std::size_t rows = 0;
  for (const Report::Comparison& one : report.comparisons) {
    const char* what = one.what == result::ComparisonKind::level ? "level" : "bias + variance";
    table
        .add({minus_words(one.models),
              fmt::format("{}, {}", row_label(report, one.metric, one.groups, named), what),
              gap_cell(report, one.difference), p_cell(one.p_value)})
        .detail = ++rows <= kTerminalRows ? Detail::brief : Detail::full;
  }
  if (table.empty()) return section;
  section.add(brief(std::move(table)));
  section.add(full(Paragraph{
      "Level: the size of the first model's difference minus that of the second. Bias + variance: "
      "the same of what is not noise, with its sign.",
      Paragraph::Tone::note}));
  return section;
}

std::string f_words(const Report::GroupTest& test) {
  const std::string p = p_cell(test.p_value);
  return fmt::format("F = {}, p {}{}", std::isfinite(test.f) ? ratio(test.f) : "infinite",
                     p.starts_with('<') ? "" : "= ", p);
}

/// All pairs of a test; a terminal shows the one that is farthest apart.
RowGroup test_rows(const Report& report, const Report::GroupTest& test, bool shown) {
  RowGroup group = metric_group(report, test.metric,
                                several_models(report.group_tests) ? test.model : std::string());
  group.tag = f_words(test);
  std::vector<double> values;
  for (const Report::GroupTest::Pair& pair : test.pairs) {
    cover(pair.difference, pair.interval, values);
  }
  group.axis = plot_axis(values, shown_scale(report));
  const std::vector<Detail> details =
      foremost(test.pairs, shown ? 1 : 0,
               [](const Report::GroupTest::Pair& pair) { return std::abs(pair.difference); });
  for (std::size_t i = 0; i < test.pairs.size(); ++i) {
    const Report::GroupTest::Pair& pair = test.pairs[i];
    const std::string name = minus_words(pair.groups);
    const std::string gap = gap_cell(report, pair.difference);
    const std::string range = gap_range(report, pair.interval);
    RowPlot plot{.label = fmt::format("{}: {}, interval {}", name, gap, range)};
    add_value(pair.difference, pair.interval, 0, plot);
    group.rows.push_back(
        {.cells = {name, std::move(plot), gap, range, p_cell(pair.p_value)}, .detail = details[i]});
  }
  return group;
}

/// Analysis of variance over the folds.
Section tests_section(const Report& report) {
  std::size_t pairs = 0;
  for (const Report::GroupTest& test : report.group_tests) pairs += test.pairs.size();
  Section section{.heading = "Do the groups differ over the folds?", .fold = fold_of(pairs)};
  if (pairs == 0) return section;
  Table table{
      .caption = fmt::format("Analysis of variance over {} folds, with Tukey's {}s for all pairs",
                             report.group_tests.front().folds, interval_head(report)),
      .columns = {{.head = "Groups", .kind = Column::Kind::words},
                  {.head = "", .kind = Column::Kind::plot},
                  {.head = "Difference"},
                  {.head = "Interval"},
                  {.head = "p"}},
      .noun = "pair",
      .titles_in_rows = true};
  std::size_t tests = 0;
  for (const Report::GroupTest& test : report.group_tests) {
    table.groups.push_back(test_rows(report, test, ++tests <= kTerminalRows));
  }
  section.add(brief(std::move(table)));
  return section;
}

}  // namespace

Section costs_section(const Report& report) {
  Section section{.heading = "What the model costs each group", .id = "costs"};
  if (report.costs.empty()) return section;
  section.add(brief(costs_table(report)));
  section.add(full(meanings(report)));
  section.add(brief(levels_section(report)));
  if (!report.levels.empty()) {
    section.add(full(Paragraph{
        "p: could the difference be 0? Adjusted: for all differences of the model, by Holm. Few "
        "people make a real difference unclear; an unclear one is no proof that there is none.",
        Paragraph::Tone::note}));
  }
  Section aucs = aucs_section(report);
  section.add(report.groups.size() == 2 ? brief(std::move(aucs)) : full(std::move(aucs)));
  section.add(brief(comparisons_section(report)));
  // Two groups are compared above; the folds add little.
  Section tests = tests_section(report);
  section.add(report.groups.size() > 2 ? brief(std::move(tests)) : full(std::move(tests)));
  return section;
}

}  // namespace faultline::report
