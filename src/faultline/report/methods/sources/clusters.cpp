#include <algorithm>
#include <map>
#include <optional>

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
// Times today's people, as far as forecasts of differences are told.
constexpr double kAhead = 10;

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

/// Clusters by the evidence that the groups differ more there than elsewhere.
Table tests_table(const Report& report) {
  const bool named = one_pair(report.cluster_tests, &Report::ClusterTest::groups);
  Table table{
      .caption = fmt::format("Differences in {}, {}{}; {} tried",
                             metric_words(report, report.cluster_tests.front().metric),
                             who(report.cluster_tests, &Report::ClusterTest::groups),
                             points_words(report), plural(report.clusters_tried, "cluster")),
      .columns = {{.head = "Cluster", .kind = Column::Kind::words}},
      .noun = "cluster",
      .titles_in_rows = true};
  if (!named) table.columns.push_back({.head = "Groups", .kind = Column::Kind::words});
  const std::string base = is_binary(report) ? "Base rates" : "Mean outcomes";
  table.columns.insert(
      table.columns.end(),
      std::initializer_list<Column>{{.head = "Share %"},
                                    {.head = "Inside"},
                                    {.head = "Elsewhere"},
                                    {.head = base + " inside", .brief = base},
                                    {.head = base + " elsewhere", .detail = Detail::full},
                                    {.head = "p, adjusted", .brief = "p, adj."}});
  const std::vector<Detail> details =
      foremost(report.cluster_tests, kTerminalClusters,
               [](const Report::ClusterTest& one) { return std::max(0.0, one.z); });
  const auto rates = [&](const std::pair<double, double>& both) {
    return Cell(
        fmt::format("{}, {}", cost_cell(report, both.first), cost_cell(report, both.second)));
  };
  RowGroup group;
  for (std::size_t i = 0; i < report.cluster_tests.size(); ++i) {
    const Report::ClusterTest& one = report.cluster_tests[i];
    Row row{.cells = {Cell(one.cluster)}, .detail = details[i]};
    if (!named) row.cells.emplace_back(minus_words(one.groups));
    row.cells.insert(row.cells.end(),
                     {Cell(percent_number(one.share)), Cell(gap_cell(report, one.gap)),
                      Cell(gap_cell(report, one.gap_outside)), rates(one.mean_outcome),
                      rates(one.mean_outcome_outside), Cell(p_cell(one.p_value_adjusted))});
    group.rows.push_back(std::move(row));
  }
  table.groups.push_back(std::move(group));
  return table;
}

/// What the tests say, in a sentence or one per comparison that has a cluster.
std::string tests_sentence(const Report& report) {
  std::vector<std::string> found;
  for (const Report::ClusterTest& one : report.cluster_tests) {
    if (!one.named) continue;
    found.push_back(fmt::format("{} and {} differ more in '{}' than elsewhere.", one.groups.first,
                                one.groups.second, one.cluster));
  }
  if (!found.empty()) return fmt::format("{}", fmt::join(found, " "));
  return "No cluster stands out: nowhere do the groups differ more than elsewhere by more than "
         "chance explains.";
}

/// With ten times the people; none where it is not told.
const Report::ForecastAt* far_ahead(const Report::Forecast& forecast) {
  const auto found =
      std::ranges::find(forecast.at, std::optional(kAhead), &Report::ForecastAt::factor);
  return found == forecast.at.end() || !found->interval ? nullptr : &*found;
}

/// What more people would do inside a cluster that stands out: that the worse-off side's cost falls
/// is said where today's lies above the interval, that a difference stays where the sides'
/// intervals lie apart; empty where neither is told.
std::string more_people_sentence(const Report& report, const Report::ClusterTest& test) {
  // The two sides follow one another.
  const auto first = std::ranges::find_if(report.forecasts, [&](const Report::Forecast& one) {
    return one.cluster == test.cluster && one.group == test.groups.first;
  });
  if (report.forecasts.end() - first < 2 || (first + 1)->group != test.groups.second) return "";
  const Report::Forecast& worse = test.gap >= 0 ? *first : *(first + 1);
  const Report::Forecast& better = test.gap >= 0 ? *(first + 1) : *first;
  const Report::ForecastAt* worse_then = far_ahead(worse);
  const Report::ForecastAt* better_then = far_ahead(better);
  if (worse_then == nullptr || better_then == nullptr || worse.points.empty()) return "";
  const double today = worse.points.back().mean;
  const bool falls = worse_then->interval->second < today;
  const bool apart = worse_then->interval->first > better_then->interval->second;
  if (!falls && !apart) return "";
  const std::string unit = is_binary(report) ? " %" : "";
  const auto words = [&](const Report::Forecast& side, const Report::ForecastAt& then) {
    return fmt::format("{}{} ({}) for {}", cost_cell(report, then.value), unit,
                       cost_range(report, then.interval), side.group);
  };
  const std::string then =
      fmt::format("with {} times as many, the {} there would be {}", kAhead,
                  metric_words(report, test.metric), words(worse, *worse_then));
  if (!falls) {
    return fmt::format("In '{}' more people are not expected to close the difference: {} and {}.",
                       test.cluster, then, words(better, *better_then));
  }
  return fmt::format("In '{}' more people are expected to help: {}, after {}{} today{}.",
                     test.cluster, then, cost_cell(report, today), unit,
                     apart ? ", but still above that of " + better.group : "");
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
  table.columns.insert(table.columns.end(),
                       std::initializer_list<Column>{{.head = "Share %"},
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
  if (!report.cluster_tests.empty()) {
    section.add(brief(Paragraph{tests_sentence(report)}));
    for (const Report::ClusterTest& one : report.cluster_tests) {
      if (!one.named) continue;
      const std::string sentence = more_people_sentence(report, one);
      if (!sentence.empty()) section.add(brief(Paragraph{sentence}));
    }
    section.add(full(Paragraph{
        "Groups that differ everywhere differ in every cluster, too. So each cluster is compared "
        "with everybody outside it; p-values are adjusted for all clusters, because the largest of "
        "many differences is large by chance."}));
    section.add(brief(tests_table(report)));
  }
  Section largest{
      .heading = "Largest differences by every measure",
      .fold = report.cluster_tests.empty() ? Section::Fold::open : Section::Fold::closed};
  largest.add(full(Paragraph{
      "Of the clusters that were tried, those with the largest gaps stand here. Their p-values ask "
      "whether the groups differ inside at all, which they may do everywhere."}));
  if (report.cluster_tests.empty()) {
    largest.add(brief(clusters_table(report)));
    section.add(brief(std::move(largest)));
  } else {
    largest.add(full(clusters_table(report)));
    section.add(full(std::move(largest)));
  }
  Section topics{.heading = "Words of each topic", .fold = Section::Fold::closed};
  topics.add(full(List{.items = report.topics, .numbered = true}));
  section.add(full(std::move(topics)));
  return section;
}

}  // namespace faultline::report
