// What more people to train on would do: differences as a table, costs as charts.

#include <algorithm>
#include <cmath>
#include <limits>

#include <fmt/format.h>

#include "faultline/base/text.hpp"
#include "faultline/report/document/format.hpp"
#include "faultline/report/methods/shared/sentences.hpp"
#include "faultline/report/methods/sources/rows.hpp"
#include "faultline/report/methods/sources/sections.hpp"

namespace faultline::report {
namespace {

using Report = result::SourcesReport;
using Factor = std::optional<double>;

// Rows that a terminal shows of a table.
constexpr std::size_t kTerminalForecasts = 4;
// Two standard errors to both sides, as far as a cost can be.
constexpr double kErrors = 2;

template <typename Forecast>
const Report::ForecastAt* at(const Forecast& forecast, const Factor& factor) {
  const auto found = std::ranges::find(forecast.at, factor, &Report::ForecastAt::factor);
  return found == forecast.at.end() ? nullptr : &*found;
}

Cell gap_at(const Report& report, const Report::GapForecast& one, const Factor& factor) {
  const Report::ForecastAt* found = at(one, factor);
  if (found == nullptr) return {"not told"};
  return gap_with_range(report, found->value, found->interval);
}

Table gaps_table(const Report& report) {
  std::vector<Report::GapForecast> list;
  for (const Report::GapForecast& one : report.gap_forecasts) {
    if (one.grows.empty()) list.push_back(one);
  }
  const bool named = one_pair(list, &Report::GapForecast::groups);
  Table table{
      .caption = fmt::format("Differences, {}{} ({}s)", who(list, &Report::GapForecast::groups),
                             points_words(report), interval_head(report)),
      .columns = {{.head = "Data", .kind = Column::Kind::words},
                  {.head = "today's", .notes = Detail::brief},
                  {.head = "2 times", .notes = Detail::brief},
                  {.head = "10 times", .notes = Detail::brief},
                  {.head = "without limit", .detail = Detail::full}},
      .noun = "difference"};
  const std::vector<Detail> details = foremost(
      list, kTerminalForecasts,
      [&](const Report::GapForecast& one) { return weight(report, one.metric, one.today); });
  for (std::size_t i = 0; i < list.size(); ++i) {
    const Report::GapForecast& one = list[i];
    table
        .add({row_label(report, one.metric, one.groups, named),
              gap_with_range(report, one.today, one.today_interval), gap_at(report, one, 2),
              gap_at(report, one, 10), gap_at(report, one, std::nullopt)})
        .detail = details[i];
  }
  return table;
}

/// Ten times as many of one group: what becomes of both sides.
Table growth_table(const Report& report, const std::string& grows) {
  Table table{.caption = fmt::format("With ten times as many of {}, {} ({}s)", grows,
                                     is_binary(report) ? "in %" : "in squared units",
                                     interval_head(report)),
              .columns = {{.head = "Cost", .kind = Column::Kind::words},
                          {.head = "of", .kind = Column::Kind::words},
                          {.head = "today"},
                          {.head = "then", .notes = Detail::brief}},
              .noun = "cost"};
  for (const Report::Forecast& one : report.forecasts) {
    if (one.grows != grows) continue;
    const auto today = std::ranges::find_if(report.costs, [&](const Report::Cost& cost) {
      return cost.group == one.group && cost.metric == one.metric && !report.models.empty() &&
             cost.model == report.models.front().name;
    });
    const Report::ForecastAt* then = at(one, Factor(10));
    table.add({metric_short(report, one.metric), one.group,
               today == report.costs.end() ? Cell(kNone) : Cell(cost_cell(report, today->estimate)),
               then == nullptr
                   ? Cell("not told")
                   : Cell(cost_cell(report, then->value), cost_range(report, then->interval))});
  }
  return table;
}

Figure cost_figure(const Report& report, result::CostMetric metric) {
  const double most = is_binary(report) ? 1 : std::numeric_limits<double>::infinity();
  const std::string words = capitalised(metric_words(report, metric));
  Figure figure{
      .title = words,
      .chart = {
          .label = fmt::format("{} of each group against the number of people trained on", words),
          .across = {.title = "people trained on (logarithmic)",
                     .scale = Scale::logarithmic,
                     .edge = "limit"},
          .up = {.title = is_binary(report) ? "cost, %" : "cost", .shown = shown_scale(report)}}};
  for (std::size_t g = 0; g < report.groups.size(); ++g) {
    for (const Report::Forecast& one : report.forecasts) {
      if (one.group != report.groups[g].group || one.metric != metric) continue;
      if (!one.grows.empty() || !one.cluster.empty()) continue;
      Series series{.name = one.group,
                    .form = Series::Form::line_and_marks,
                    .look = Look::numbered,
                    .number = static_cast<int>(g)};
      for (const Report::ForecastPoint& point : one.points) {
        series.points.push_back({.x = static_cast<double>(point.n),
                                 .y = point.mean,
                                 .interval = {{std::max(0.0, point.mean - kErrors * point.se),
                                               std::min(most, point.mean + kErrors * point.se)}}});
      }
      Series beyond = series;
      beyond.points.clear();
      beyond.name.clear();
      beyond.form = Series::Form::marks;
      for (const Report::ForecastAt& ahead : one.at) {
        if (one.points.empty()) continue;
        const double n = static_cast<double>(one.points.back().n);
        beyond.points.push_back(
            {.x = ahead.factor ? *ahead.factor * n : std::numeric_limits<double>::infinity(),
             .y = ahead.value,
             .interval = ahead.interval,
             .open = true});
      }
      if (!series.points.empty()) figure.chart.series.push_back(std::move(series));
      if (!beyond.points.empty()) figure.chart.series.push_back(std::move(beyond));
    }
  }
  return figure;
}

Figures figures(const Report& report) {
  Figures all{.wide = true};
  for (std::size_t g = 0; g < report.groups.size(); ++g) {
    all.key.push_back(
        {{.form = PlotMark::Form::dot, .number = static_cast<int>(g)}, report.groups[g].group});
  }
  std::vector<result::CostMetric> metrics;
  for (const Report::Forecast& one : report.forecasts) {
    if (std::ranges::find(metrics, one.metric) != metrics.end()) continue;
    metrics.push_back(one.metric);
    Figure figure = cost_figure(report, one.metric);
    const bool drawn = std::ranges::any_of(
        figure.chart.series, [](const Series& series) { return series.points.size() > 1; });
    if (drawn) all.list.push_back(std::move(figure));
  }
  return all;
}

std::vector<std::string> reasons(const Report& report) {
  std::vector<std::string> list;
  for (const Report::GapForecast& one : report.gap_forecasts) {
    if (one.why.empty()) continue;
    list.push_back(fmt::format("{}, {}{}: not told, because {}.", metric_short(report, one.metric),
                               both_words(one.groups),
                               one.grows.empty() ? "" : ", more of " + one.grows, one.why));
  }
  return list;
}

}  // namespace

Section forecasts_section(const Report& report) {
  Section section{.heading = "What would more data do?", .id = "forecasts"};
  if (report.forecasts.empty()) return section;
  section.add(full(Paragraph{fmt::format(
      "Filled marks are measured: everybody was predicted once at every size by models that had "
      "not seen them. Hollow marks are forecasts for more people of the same kind, with {} "
      "intervals: how far costs may fall is told from how they fell so far.",
      confidence_words(report.confidence))}));
  section.add(brief(gaps_table(report)));
  section.add(full(figures(report)));
  std::vector<std::string> grown;
  for (const Report::Forecast& one : report.forecasts) {
    if (!one.grows.empty() && std::ranges::find(grown, one.grows) == grown.end())
      grown.push_back(one.grows);
  }
  for (std::size_t i = 0; i < grown.size(); ++i) {
    Table table = growth_table(report, grown[i]);
    section.add(i == 0 ? brief(std::move(table)) : full(std::move(table)));
  }
  section.add(full(List{.items = reasons(report)}));
  return section;
}

}  // namespace faultline::report
