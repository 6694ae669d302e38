// The least possible cost of every group, and what the candidates reach.

#include <algorithm>

#include <fmt/format.h>

#include "faultline/base/text.hpp"
#include "faultline/report/document/format.hpp"
#include "faultline/report/methods/shared/sentences.hpp"
#include "faultline/report/methods/sources/rows.hpp"
#include "faultline/report/methods/sources/sections.hpp"

namespace faultline::report {
namespace {

using Report = result::SourcesReport;

Table optimum_table(const Report& report) {
  const result::CostMetric metric = report.optimum.front().metric;
  Table table{.caption = fmt::format("{} of each group, {} ({}s)",
                                     capitalised(metric_words(report, metric)),
                                     is_binary(report) ? "in %" : "in squared units of the outcome",
                                     interval_head(report)),
              .columns = {{.head = "Group", .kind = Column::Kind::words},
                          {.head = "This model"},
                          {.head = "Reached by the best tried",
                           .brief = "Reached",
                           .meaning = "by the best of all models that were tried, on people it had "
                                      "not seen"},
                          {.head = "Least possible", .notes = Detail::brief},
                          {.head = "Beyond it", .notes = Detail::full}},
              .noun = "group"};
  for (const Report::Optimum& one : report.optimum) {
    Row& row = table.add(
        {one.group, cost_cell(report, one.cost),
         Cell(cost_cell(report, one.reached), one.candidate),
         one.estimate ? Cell(cost_cell(report, *one.estimate), cost_range(report, one.interval))
                      : Cell("not told"),
         one.regret ? Cell(gap_cell(report, *one.regret), gap_range(report, one.regret_interval))
                    : Cell(kNone)});
    if (table.groups.front().rows.size() > kTerminalRows) row.detail = Detail::full;
  }
  return table;
}

Table candidates_table(const Report& report) {
  Table table{.caption = fmt::format("{} of people that the model had not seen, {}",
                                     is_binary(report) ? "Error rate" : "Mean squared error",
                                     is_binary(report) ? "in %" : "in squared units"),
              .columns = {{.head = "Model", .kind = Column::Kind::words}},
              .noun = "model"};
  for (const Report::Group& group : report.groups) table.columns.push_back({.head = group.group});
  for (const Report::Candidate& one : report.candidates) {
    std::vector<Cell> cells{one.candidate};
    for (const Report::Group& group : report.groups) {
      const auto found = std::ranges::find(one.costs, group.group, &Report::CandidateCost::group);
      cells.push_back(found == one.costs.end()
                          ? Cell(kNone)
                          : Cell(cost_cell(report, found->cost),
                                 fmt::format("se {}", cost_cell(report, found->se))));
    }
    table.add(std::move(cells));
  }
  return table;
}

Table equal_table(const Report& report) {
  const bool named = one_pair(report.equal_sizes, &Report::EqualSizes::groups);
  Table table{.caption = fmt::format("Differences with models of their own on equally many people, "
                                     "{}{}",
                                     who(report.equal_sizes, &Report::EqualSizes::groups),
                                     points_words(report)),
              .columns = {{.head = "Cost", .kind = Column::Kind::words},
                          {.head = "People of either"},
                          {.head = "Difference", .notes = Detail::brief}},
              .noun = "comparison"};
  for (const Report::EqualSizes& one : report.equal_sizes) {
    table.add({row_label(report, one.metric, one.groups, named), with_thousands(one.n),
               gap_with_range(report, one.difference, one.interval)});
  }
  return table;
}

}  // namespace

Section optimum_section(const Report& report) {
  Section section{.heading = "What is the least possible cost?", .id = "optimum"};
  if (report.optimum.empty() && report.candidates.empty()) return section;
  section.add(full(Paragraph{
      "Every person was predicted by models of several kinds that had not seen them. What the best "
      "of them reaches for a group can be reached; the least possible cost is what it is expected "
      "to reach with ten times the people. Its interval goes from the limit of its learning curve "
      "to what was reached."}));
  if (!report.optimum.empty()) section.add(brief(optimum_table(report)));
  List missing{.limit = kTerminalRows, .noun = "reason"};
  for (const Report::Optimum& one : report.optimum) {
    if (one.why.empty()) continue;
    missing.items.push_back(
        fmt::format("{}, least possible: not told, because {}.", one.group, one.why));
  }
  section.add(brief(std::move(missing)));
  Section tried{.heading = "Models that were tried", .fold = Section::Fold::closed};
  tried.add(full(candidates_table(report)));
  section.add(full(std::move(tried)));
  if (!report.equal_sizes.empty()) {
    Section equal{.heading = "Groups of equal size", .fold = Section::Fold::closed};
    equal.add(full(Paragraph{
        "A difference that goes when both groups have equally many people to learn from is not one "
        "of noise. One that stays may be of noise, or of outcomes that are harder to learn."}));
    equal.add(full(equal_table(report)));
    section.add(full(std::move(equal)));
  }
  return section;
}

}  // namespace faultline::report
