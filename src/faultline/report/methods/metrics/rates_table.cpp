#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "faultline/base/text.hpp"
#include "faultline/report/document/format.hpp"
#include "faultline/report/methods/metrics/sections.hpp"
#include "faultline/report/methods/shared/sentences.hpp"

namespace faultline::report {
namespace {

using Report = result::MetricsReport;
using result::RateName;

// Groups of a set that a terminal shows: the largest.
constexpr std::size_t kTerminalGroups = 8;

/// The number of people from which on a group of the set is shown on a terminal.
std::int64_t least_shown(const ShownSet& set) {
  std::vector<std::int64_t> sizes;
  sizes.reserve(set.groups.size());
  for (const Report::Group* group : set.groups) sizes.push_back(group->n);
  std::ranges::sort(sizes, std::greater<>());
  return sizes.size() > kTerminalGroups ? sizes[kTerminalGroups - 1] : 0;
}

/// Rates that a terminal of 80 columns has no room for.
bool is_for_pages(RateName rate) {
  return rate == RateName::base_rate || rate == RateName::mean_score ||
         rate == RateName::calibration_slope || rate == RateName::mean_outcome;
}

bool is_evidence(const Report::Comparison* one) {
  return one != nullptr && one->verdict == result::Verdict::evidence;
}

/// Whether others are compared with the group, in any of the rates.
bool is_reference(const Report& report, const Report::Group& group,
                  const std::vector<RateName>& rates) {
  return std::ranges::all_of(rates, [&](RateName rate) {
    return std::ranges::any_of(report.comparisons, [&](const Report::Comparison& one) {
      return one.rate == rate && one.reference_text == group.text;
    });
  });
}

Cell board_cell(const Report& report, const Report::Group& group, RateName rate) {
  const auto& held = group.rates.of(rate);
  if (!held || !held->estimate) return kNone;
  std::string number = rate_number(rate, *held->estimate);
  if (is_evidence(comparison_of(report, group.text, rate))) number += "*";
  return {std::move(number), rate_range(rate, held->interval)};
}

Cell with_note(std::string text, std::string note) { return {std::move(text), std::move(note)}; }

Row set_row(const Report& report, const Report::Group& group, RateName rate) {
  const auto& held = group.rates.of(rate);
  Row row{.cells = {group_label(group)}};
  if (!held || !held->estimate) {
    row.weight = Row::Weight::faint;
    row.cells.emplace_back(RowPlot{.label = "not estimable"});
    row.cells.push_back(with_note("not estimable", held ? held->why : ""));
    row.cells.insert(row.cells.end(), 4, Cell(kNone));
    return row;
  }
  RowPlot plot{.label = fmt::format("{}: {}", group.text, rate_in_words(rate, *held->estimate))};
  if (held->interval) {
    plot.label += ", interval " + rate_range(rate, held->interval);
    plot.marks.push_back({.form = PlotMark::Form::interval,
                          .from = held->interval->first,
                          .to = held->interval->second});
  }
  plot.marks.push_back({.form = PlotMark::Form::dot, .from = *held->estimate});
  row.cells.emplace_back(std::move(plot));
  row.cells.push_back(with_note(rate_number(rate, *held->estimate),
                                held->interval ? rate_range(rate, held->interval) : held->why));
  row.cells.emplace_back(with_thousands(held->n));
  const Report::Comparison* one = comparison_of(report, group.text, rate);
  if (one == nullptr || !one->difference) {
    row.cells.insert(row.cells.end(), 3, Cell(kNone));
    return row;
  }
  row.cells.push_back(
      with_note(difference_number(rate, *one->difference) + (is_evidence(one) ? "*" : ""),
                difference_range(rate, one->difference_interval)));
  row.cells.push_back(
      with_note(one->ratio ? ratio(*one->ratio) : kNone, ratio_range(one->ratio_interval)));
  row.cells.emplace_back(adjusted_p(*one));
  return row;
}

PlotAxis axis_of(const ShownSet& set, RateName rate) {
  std::vector<double> values;
  for (const Report::Group* group : set.groups) {
    const auto& held = group->rates.of(rate);
    if (!held || !held->estimate) continue;
    values.push_back(*held->estimate);
    if (held->interval)
      values.insert(values.end(), {held->interval->first, held->interval->second});
  }
  return rate_words(rate).in_percent ? rate_axis(values) : plot_axis(values);
}

}  // namespace

Table rates_board(const Report& report, const std::vector<RateName>& rates, std::string caption) {
  Table table{.caption = std::move(caption),
              .columns = {{.head = "Group", .kind = Column::Kind::words}, {.head = "People"}},
              .noun = "group"};
  if (rates.empty()) return table;
  for (const RateName rate : rates)
    table.columns.push_back(
        {.head = rate_words(rate).head,
         .detail = rates.size() > kBeside && is_for_pages(rate) ? Detail::full : Detail::brief,
         .notes = Detail::brief});
  bool marked = false;
  bool named = false;
  for (const ShownSet& set : sets_of(report)) {
    table.groups.push_back({.title = set.title});
    const std::int64_t least = least_shown(set);
    for (const Report::Group* group : set.groups) {
      std::string label = group_label(*group);
      const bool reference = is_reference(report, *group, rates);
      named = named || reference;
      if (reference) label += " (ref.)";
      Row& row = table.add({std::move(label), with_thousands(group->n)});
      row.detail = group->n >= least ? Detail::brief : Detail::full;
      for (const RateName rate : rates) {
        row.cells.push_back(board_cell(report, *group, rate));
        marked = marked || row.cells.back().text.ends_with('*');
      }
    }
  }
  if (marked) {
    table.note =
        fmt::format("*: evidence of a difference from the reference{}.", named ? " (ref.)" : "");
  }
  return table;
}

Table set_table(const Report& report, const ShownSet& set) {
  Table table{.columns = {{.head = "Group", .kind = Column::Kind::words},
                          {.head = "", .kind = Column::Kind::plot},
                          {.head = "Rate"},
                          {.head = "Rests on"},
                          {.head = "Difference"},
                          {.head = "Ratio"},
                          {.head = "p, adjusted"}},
              .note =
                  "Shares are in %, their differences in percentage points. *: evidence of a "
                  "difference.",
              .noun = "rate"};
  for (const RateName rate : rates_in(report)) {
    RowGroup rows{.title = capitalised(rate_words(rate).name), .axis = axis_of(set, rate)};
    for (const Report::Group* group : set.groups)
      rows.rows.push_back(set_row(report, *group, rate));
    table.groups.push_back(std::move(rows));
  }
  return table;
}

std::vector<std::string> not_estimable(const Report& report) {
  // Groups that lack the same rates for the same reason are told together.
  struct Lack {
    std::vector<std::string> rates{};
    std::string why{};
    std::vector<std::string> groups{};
  };
  std::vector<Lack> lacks;
  for (const Report::Group& group : report.groups) {
    std::vector<Lack> mine;
    for (const RateName rate : result::kRateNames) {
      const auto& held = group.rates.of(rate);
      if (!held || held->estimate) continue;
      auto found = std::ranges::find(mine, held->why, &Lack::why);
      if (found == mine.end()) found = mine.insert(mine.end(), Lack{.why = held->why});
      found->rates.emplace_back(rate_words(rate).head);
    }
    for (Lack& one : mine) {
      auto found = std::ranges::find_if(lacks, [&](const Lack& other) {
        return other.why == one.why && other.rates == one.rates;
      });
      if (found == lacks.end()) found = lacks.insert(lacks.end(), std::move(one));
      found->groups.push_back(group.text);
    }
  }
  std::vector<std::string> list;
  list.reserve(lacks.size());
  constexpr std::size_t kNamed = 4;
  for (const Lack& one : lacks) {
    // Groups hold commas of their own.
    std::string groups;
    for (std::size_t i = 0; i < std::min(kNamed, one.groups.size()); ++i)
      groups += (i == 0 ? "" : "; ") + one.groups[i];
    if (one.groups.size() > kNamed)
      groups += fmt::format("; and {} more", one.groups.size() - kNamed);
    list.push_back(fmt::format("{} {} not estimable, because {}: {}.",
                               join_words(one.rates, one.rates.size()),
                               one.rates.size() == 1 ? "is" : "are", one.why, groups));
  }
  return list;
}

}  // namespace faultline::report
