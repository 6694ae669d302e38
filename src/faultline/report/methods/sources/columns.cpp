// What columns that the model does not have would change, and how costs fall with the number of
// those that it has.

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
using CostList = std::vector<Report::CandidateCost>;

// Groups that have a column on a terminal; of more, the two that differ most.
constexpr std::size_t kTerminalGroups = 2;
// Two standard errors to both sides, as far as a cost can be. A difference within them has no
// share that is worth telling.
constexpr double kStandardErrors = 2;

const Report::CandidateCost* cost_in(const CostList& costs, const std::string& group) {
  const auto found = std::ranges::find(costs, group, &Report::CandidateCost::group);
  return found == costs.end() ? nullptr : &*found;
}

/// "error rate" or "mean squared error": what models are compared by.
std::string compared_words(const Report& report) {
  return metric_words(report,
                      is_binary(report) ? result::CostMetric::zero_one : result::CostMetric::mse);
}

/// Of everybody: groups count by their people.
double mean_fall(const Report& report, const Report::ColumnValue& value) {
  double sum = 0;
  double n = 0;
  for (const Report::Group& group : report.groups) {
    const Report::CandidateCost* fall = cost_in(value.falls, group.group);
    if (fall == nullptr) continue;
    sum += static_cast<double>(group.n) * fall->cost;
    n += static_cast<double>(group.n);
  }
  return n > 0 ? sum / n : 0;
}

/// Of several columns, the last entry is all of them together.
std::size_t single_columns(const Report& report) {
  return report.column_values.size() > 1 ? report.column_values.size() - 1
                                         : report.column_values.size();
}

bool is_significant(const Report& report, const Report::ColumnValue& value) {
  return value.p_value_adjusted && *value.p_value_adjusted <= 1 - report.confidence;
}

/// The difference of the two groups today, by the model's own row among the candidates; none where
/// it is not clear of chance.
std::optional<double> clear_gap(const Report& report, const Report::ColumnValue& value) {
  if (report.candidates.empty()) return std::nullopt;
  const CostList& today = report.candidates.front().costs;
  const Report::CandidateCost* first = cost_in(today, value.groups.first);
  const Report::CandidateCost* second = cost_in(today, value.groups.second);
  if (first == nullptr || second == nullptr) return std::nullopt;
  const double gap = first->cost - second->cost;
  if (!(gap > kStandardErrors * std::hypot(first->se, second->se))) return std::nullopt;
  return gap;
}

std::string whole_percent(double share) {
  if (!std::isfinite(share)) return kNotAvailable;
  const double rounded = std::round(100 * share);
  return fmt::format("{:.0f}", rounded == 0 ? 0.0 : rounded);
}

std::string lead_sentence(const Report& report) {
  const Report::ColumnValue* best = nullptr;
  for (std::size_t k = 0; k < single_columns(report); ++k) {
    const Report::ColumnValue& value = report.column_values[k];
    if (!is_significant(report, value)) continue;
    if (best == nullptr || mean_fall(report, value) > mean_fall(report, *best)) best = &value;
  }
  if (best != nullptr) {
    std::string text =
        fmt::format("{} helps most: with it, the {} of everybody would fall by {}{}", best->column,
                    compared_words(report), gap_cell(report, mean_fall(report, *best)),
                    is_binary(report) ? " points" : "");
    const Report::CandidateCost* worse = cost_in(best->falls, best->groups.first);
    if (worse != nullptr) {
      text += fmt::format(", that of {} by {}", best->groups.first, gap_cell(report, worse->cost));
    }
    return text + ".";
  }
  if (single_columns(report) < report.column_values.size() &&
      is_significant(report, report.column_values.back())) {
    return fmt::format(
        "Together the columns lower the {}; of none alone can that be told from chance.",
        compared_words(report));
  }
  return fmt::format(
      "No column on offer lowers the {} by more than chance explains, which does not show that "
      "none would with more people.",
      compared_words(report));
}

Table values_table(const Report& report) {
  const Report::Groups& pair = report.column_values.front().groups;
  Table table{.caption = fmt::format("How far the {} would fall with a further column{}",
                                     compared_words(report), points_words(report)),
              .columns = {{.head = "Column", .kind = Column::Kind::words}},
              .noun = "column"};
  const bool few = report.groups.size() <= kTerminalGroups;
  for (const Report::Group& group : report.groups) {
    const bool shown = few || group.group == pair.first || group.group == pair.second;
    table.columns.push_back({.head = group.group, .detail = shown ? Detail::brief : Detail::full});
  }
  table.columns.insert(
      table.columns.end(),
      std::initializer_list<Column>{
          {.head = fmt::format("{} comes down by", minus_words(pair)), .detail = Detail::full},
          {.head = "Share of it, %",
           .brief = "Removed %",
           .meaning = fmt::format("of the difference {} today", minus_words(pair))},
          {.head = "p, adjusted", .brief = "p, adj."}});
  for (const Report::ColumnValue& value : report.column_values) {
    std::vector<Cell> cells{value.column};
    for (const Report::Group& group : report.groups) {
      const Report::CandidateCost* fall = cost_in(value.falls, group.group);
      cells.push_back(fall == nullptr ? Cell(kNone)
                                      : Cell(gap_cell(report, fall->cost),
                                             fmt::format("se {}", cost_cell(report, fall->se))));
    }
    const std::optional<double> gap = clear_gap(report, value);
    cells.push_back(gap_with_range(report, value.gap_removed, value.interval));
    if (gap && value.interval) {
      cells.emplace_back(whole_percent(value.gap_removed / *gap),
                         fmt::format("{} to {}", whole_percent(value.interval->first / *gap),
                                     whole_percent(value.interval->second / *gap)));
    } else {
      cells.emplace_back(gap ? whole_percent(value.gap_removed / *gap) : std::string(kNone));
    }
    cells.emplace_back(p_cell(value.p_value_adjusted));
    Row& row = table.add(std::move(cells));
    if (table.groups.front().rows.size() > kTerminalRows) row.detail = Detail::full;
  }
  return table;
}

Figure steps_figure(const Report& report) {
  const double most = is_binary(report) ? 1 : std::numeric_limits<double>::infinity();
  const std::string words = capitalised(compared_words(report));
  Figure figure{
      .title = words,
      .chart = {
          .label = fmt::format("{} of each group against the number of columns", words),
          .across = {.title = "columns (logarithmic)", .scale = Scale::logarithmic},
          .up = {.title = is_binary(report) ? "cost, %" : "cost", .shown = shown_scale(report)}}};
  for (std::size_t g = 0; g < report.groups.size(); ++g) {
    Series series{.name = report.groups[g].group,
                  .form = Series::Form::line_and_marks,
                  .look = Look::numbered,
                  .number = static_cast<int>(g)};
    for (const Report::ColumnStep& step : report.column_steps) {
      const Report::CandidateCost* cost = cost_in(step.costs, report.groups[g].group);
      if (cost == nullptr) continue;
      series.points.push_back(
          {.x = static_cast<double>(step.columns),
           .y = cost->cost,
           .interval = {{std::max(0.0, cost->cost - kStandardErrors * cost->se),
                         std::min(most, cost->cost + kStandardErrors * cost->se)}}});
    }
    if (!series.points.empty()) figure.chart.series.push_back(std::move(series));
  }
  return figure;
}

Table steps_table(const Report& report) {
  Table table{
      .caption = fmt::format("{} with the first columns, {}", capitalised(compared_words(report)),
                             is_binary(report) ? "in %" : "in squared units"),
      .columns = {{.head = "Columns", .kind = Column::Kind::words},
                  {.head = "Added", .kind = Column::Kind::words}},
      .noun = "step"};
  for (const Report::Group& group : report.groups) table.columns.push_back({.head = group.group});
  for (const Report::ColumnStep& step : report.column_steps) {
    std::vector<Cell> cells{with_thousands(step.columns), step.column};
    for (const Report::Group& group : report.groups) {
      const Report::CandidateCost* cost = cost_in(step.costs, group.group);
      cells.push_back(cost == nullptr ? Cell(kNone)
                                      : Cell(cost_cell(report, cost->cost),
                                             fmt::format("se {}", cost_cell(report, cost->se))));
    }
    table.add(std::move(cells));
  }
  return table;
}

}  // namespace

Section columns_section(const Report& report) {
  Section section{.heading = "What would other columns change?", .id = "columns"};
  if (report.column_values.empty()) return section;
  section.add(brief(Paragraph{lead_sentence(report), Paragraph::Tone::lead}));
  section.add(full(Paragraph{
      "The model was trained again with each column beside its own, on the same people in the same "
      "folds, and everybody's cost with the column is held against the cost without. To count as "
      "helpful, a column must do better than the model without it and better than its own values "
      "dealt out among people at random: some models gain from any further column, whatever it "
      "holds. p-values are of a fall of the mean over everybody, adjusted for the number of "
      "columns."}));
  section.add(brief(values_table(report)));
  return section;
}

Section column_steps_section(const Report& report) {
  Section section{.heading = "How many columns does it take?", .id = "column-steps"};
  if (report.column_steps.empty()) return section;
  section.add(full(Paragraph{
      "The same model with fewer of its columns: those first that tell most of the outcome by "
      "themselves, as found among the people who were trained on, fold by fold. A line that is "
      "flat at the end says that further columns like these would change little."}));
  Figures figures{.wide = true};
  for (std::size_t g = 0; g < report.groups.size(); ++g) {
    figures.key.push_back(
        {{.form = PlotMark::Form::dot, .number = static_cast<int>(g)}, report.groups[g].group});
  }
  figures.list.push_back(steps_figure(report));
  section.add(full(std::move(figures)));
  section.add(full(steps_table(report)));
  return section;
}

}  // namespace faultline::report
