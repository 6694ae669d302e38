// How new labels could be shared among the groups.

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

double largest_cost(const Report::LabelPlan& plan, double Report::LabelShare::* cost) {
  double most = 0;
  for (const Report::LabelShare& share : plan.shares) most = std::max(most, share.*cost);
  return most;
}

std::string plan_sentence(const Report& report, const Report::LabelPlan& plan) {
  if (plan.shares.empty()) {
    return fmt::format("How {} would best be shared among the groups is not told, because {}.",
                       plural(plan.labels, "new label"), plan.why);
  }
  std::vector<std::string> parts;
  for (const Report::LabelShare& share : plan.shares) {
    if (share.labels > 0)
      parts.push_back(fmt::format("{} in {}", with_thousands(share.labels), share.group));
  }
  const auto shown = [&](double cost) {
    return is_binary(report) ? percent(cost) : cost_cell(report, cost);
  };
  return fmt::format(
      "Of {}, {} would help the worst-off group most: the largest {} of the groups, each with a "
      "model of its own, is expected to fall from {} to {}.",
      plural(plan.labels, "new label"), join_words(parts), metric_words(report, plan.metric),
      shown(largest_cost(plan, &Report::LabelShare::cost)),
      shown(largest_cost(plan, &Report::LabelShare::then)));
}

Table plan_table(const Report& report, const Report::LabelPlan& plan) {
  Table table{.caption = fmt::format("{} of each group with a model of its own, {} ({}s)",
                                     capitalised(metric_words(report, plan.metric)),
                                     is_binary(report) ? "in %" : "in squared units",
                                     interval_head(report)),
              .columns = {{.head = "Group", .kind = Column::Kind::words},
                          {.head = "New labels"},
                          {.head = "today"},
                          {.head = "then", .notes = Detail::brief}},
              .noun = "group"};
  for (const Report::LabelShare& share : plan.shares) {
    table.add({share.group, with_thousands(share.labels), cost_cell(report, share.cost),
               Cell(cost_cell(report, share.then), cost_range(report, share.interval))});
  }
  return table;
}

}  // namespace

Section labels_section(const Report& report) {
  Section section{.heading = "Where would new labels help most?", .id = "labels"};
  for (const Report::LabelPlan& plan : report.label_plans) {
    section.add(brief(Paragraph{plan_sentence(report, plan)}));
    if (plan.shares.empty()) continue;
    section.add(brief(plan_table(report, plan)));
    section.add(full(Paragraph{
        "A forecast from the learning curve of each group's own model, for people of the same kind "
        "as these. A group has labels only where it would otherwise cost more than the others.",
        Paragraph::Tone::note}));
  }
  return section;
}

}  // namespace faultline::report
