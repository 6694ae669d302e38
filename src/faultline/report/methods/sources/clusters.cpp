#include <map>

#include <fmt/format.h>

#include "faultline/base/text.hpp"
#include "faultline/report/document/format.hpp"
#include "faultline/report/methods/sources/rows.hpp"
#include "faultline/report/methods/sources/sections.hpp"

namespace faultline::report {
namespace {

using Report = result::SourcesReport;

// Clusters that a terminal shows, and of each metric.
constexpr std::size_t kTerminalClusters = 3;
constexpr int kPerMetric = 2;

/// The first of each metric have its largest gaps.
std::vector<Detail> details_of(const Report& report) {
  std::map<const Report::Cluster*, double> order;
  std::map<result::CostMetric, int> seen;
  for (const Report::Cluster& one : report.clusters) {
    order[&one] = ++seen[one.metric] > kPerMetric ? -1 : weight(report, one.metric, one.gap);
  }
  return foremost(report.clusters, kTerminalClusters,
                  [&](const Report::Cluster& one) { return order.at(&one); });
}

std::string costs_words(const Report& report, const Report::Cluster& cluster) {
  std::vector<std::string> costs;
  costs.reserve(cluster.groups.size());
  for (const Report::ClusterGroup& group : cluster.groups) {
    costs.push_back(fmt::format("{} {}", group.group, cost_cell(report, group.cost)));
  }
  return fmt::format("{}", fmt::join(costs, ", "));
}

Row cluster_row(const Report& report, const Report::Cluster& one, bool named) {
  RowPlot plot{.label = fmt::format("{}: {}, interval {}", one.cluster, gap_cell(report, one.gap),
                                    gap_range(report, one.interval))};
  add_value(one.gap, one.interval, 0, plot);
  Row row{.cells = {Cell(one.cluster, costs_words(report, one)), std::move(plot)}};
  if (!named) row.cells.emplace_back(minus_words(one.pair));
  row.cells.insert(row.cells.end(),
                   {Cell(percent_number(one.share)), gap_with_range(report, one.gap, one.interval),
                    Cell(gap_cell(report, one.gap_outside)), Cell(p_cell(one.p_value_adjusted))});
  return row;
}

Table clusters_table(const Report& report) {
  const bool named = one_pair(report.clusters, &Report::Cluster::pair);
  Table table{
      .caption = fmt::format("Gaps, {}{} ({}s); {} tried",
                             who(report.clusters, &Report::Cluster::pair), points_words(report),
                             interval_head(report), plural(report.clusters_tried, "cluster")),
      .columns = {{.head = "Cluster", .kind = Column::Kind::words},
                  {.head = "", .kind = Column::Kind::plot}},
      .noun = "cluster",
      .titles_in_rows = true};
  if (!named) table.columns.push_back({.head = "Groups", .kind = Column::Kind::words});
  table.columns.insert(table.columns.end(), {{.head = "Share %"},
                                             {.head = "Gap", .notes = Detail::brief},
                                             {.head = "Among others", .brief = "Others"},
                                             {.head = "p, adjusted", .brief = "p, adj."}});
  const std::vector<Detail> details = details_of(report);
  std::vector<result::CostMetric> metrics;
  for (const Report::Cluster& one : report.clusters) {
    if (std::ranges::find(metrics, one.metric) == metrics.end()) metrics.push_back(one.metric);
  }
  for (const result::CostMetric metric : metrics) {
    RowGroup group = metric_group(report, metric, "");
    std::vector<double> values;
    for (std::size_t i = 0; i < report.clusters.size(); ++i) {
      const Report::Cluster& one = report.clusters[i];
      if (one.metric != metric) continue;
      cover(one.gap, one.interval, values);
      group.rows.push_back(cluster_row(report, one, named));
      group.rows.back().detail = details[i];
    }
    group.axis = plot_axis(values, shown_scale(report));
    table.groups.push_back(std::move(group));
  }
  return table;
}

}  // namespace

Section clusters_section(const Report& report) {
  Section section{.heading = "Where the groups differ most", .id = "clusters"};
  if (report.clusters.empty() && report.topics.empty()) return section;
  section.add(full(Paragraph{
      "Of the clusters that were tried, those with the largest gaps stand here. Their p-values are "
      "adjusted for all, because the largest of many gaps is large by chance, too."}));
  section.add(brief(clusters_table(report)));
  Section topics{.heading = "Words of each topic", .fold = Section::Fold::closed};
  topics.add(full(List{.items = report.topics, .numbered = true}));
  section.add(full(std::move(topics)));
  return section;
}

}  // namespace faultline::report
