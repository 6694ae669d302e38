#include "faultline/report/methods/metrics/along.hpp"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "faultline/base/text.hpp"
#include "faultline/report/document/format.hpp"
#include "faultline/report/methods/metrics/words.hpp"
#include "faultline/report/methods/shared/sentences.hpp"

namespace faultline::report {
namespace {

using Report = result::MetricsReport;
using result::RateName;

// As many series can be told apart.
constexpr std::size_t kColours = 6;
// As many places can be named below an axis on a phone, and have intervals that do not overlap.
constexpr std::size_t kNamed = 8;
constexpr std::size_t kWithIntervals = 15;
// Rates that a terminal shows.
constexpr std::size_t kTerminalRates = 3;
// Extremes of a handful of people are chance.

/// One table of the several.
struct Stop {
  double x = 0;
  std::string label{};
  const std::vector<Report::Group>* groups = nullptr;
  const std::vector<Report::Comparison>* comparisons = nullptr;  // none: not compared
};
struct Along {
  std::string name{};  // of the axis
  std::vector<Stop> stops{};
};

/// Groups of the same columns, by the words that name them.
struct GroupNames {
  std::string title{};
  std::vector<const Report::Group*> groups{};  // as in the table of everybody
};

const Report::Group* find(const std::vector<Report::Group>& groups, const std::string& text) {
  const auto found = std::ranges::find(groups, text, &Report::Group::text);
  return found == groups.end() ? nullptr : &*found;
}

const Report::Rate* rate_of(const Report::Group* group, RateName rate) {
  if (group == nullptr) return nullptr;
  const auto& held = group->rates.of(rate);
  return held && held->estimate ? &*held : nullptr;
}

/// Rates to draw: those that people ask for first, of those that are there.
std::vector<RateName> rates_along(const Along& along) {
  using enum RateName;
  std::vector<RateName> list;
  const auto add = [&](RateName rate) {
    const bool there = std::ranges::any_of(along.stops, [&](const Stop& stop) {
      return std::ranges::any_of(*stop.groups, [&](const Report::Group& group) {
        return group.rates.of(rate).has_value();
      });
    });
    if (there && std::ranges::find(list, rate) == list.end()) list.push_back(rate);
  };
  for (const RateName rate :
       {fpr, fnr, selection_rate, ppv, mae, mean_error, rmse, calibration_gap, auc})
    add(rate);
  if (list.empty()) std::ranges::for_each(result::kRateNames, add);
  return list;
}

bool has_evidence(const Stop& stop, const GroupNames& names, RateName rate) {
  if (stop.comparisons == nullptr) return false;
  return std::ranges::any_of(*stop.comparisons, [&](const Report::Comparison& one) {
    return one.rate == rate && one.verdict == result::Verdict::evidence &&
           std::ranges::any_of(names.groups,
                               [&](const Report::Group* group) { return group->text == one.text; });
  });
}

Figure figure(const Along& along, const GroupNames& names, RateName rate) {
  const RateWords& words = rate_words(rate);
  std::vector<const Report::Group*> shown = names.groups;
  std::ranges::stable_sort(shown, std::greater<>(), &Report::Group::n);
  if (shown.size() > kColours) shown.resize(kColours);
  const bool intervals = along.stops.size() <= kWithIntervals;
  Chart chart{.label = fmt::format("Line chart of the {} by {}, a line for each group of {}",
                                   words.name, along.name, names.title),
              .across = {.title = along.name},
              .up = {.title = fmt::format("{}{}", words.name, words.in_percent ? ", %" : ""),
                     .shown = words.in_percent ? 100.0 : 1.0,
                     .zero = words.in_percent},
              .legend = true};
  const std::size_t every = (along.stops.size() + kNamed - 1) / kNamed;
  const double first = along.stops.front().x;
  const double last = along.stops.back().x;
  const double margin = last > first ? (last - first) / 40 : 0.5;
  chart.across.range = std::pair(first - margin, last + margin);
  for (std::size_t i = 0; i < along.stops.size(); i += every)
    chart.across.ticks.emplace_back(along.stops[i].x, along.stops[i].label);
  int number = 0;
  for (const Report::Group* group : shown) {
    Series series{.name = group_label(*group), .look = Look::numbered, .number = number++};
    for (const Stop& stop : along.stops) {
      const Report::Rate* held = rate_of(find(*stop.groups, group->text), rate);
      if (held == nullptr) continue;
      series.points.push_back({.x = stop.x,
                               .y = *held->estimate,
                               .interval = intervals ? held->interval : std::nullopt});
    }
    if (!series.points.empty()) chart.series.push_back(std::move(series));
  }
  std::string caption;
  if (names.groups.size() > shown.size())
    caption = fmt::format("The {} largest of {} groups.", shown.size(), names.groups.size());
  return {.title = capitalised(words.name), .chart = std::move(chart), .caption = caption};
}

/// The groups with the lowest and the highest rate; none of both with fewer than two to compare.
std::pair<const Report::Group*, const Report::Group*> extreme_groups(
    const std::vector<Report::Group>& groups, const GroupNames& names, RateName rate) {
  const Report::Group* lowest = nullptr;
  const Report::Group* highest = nullptr;
  int compared = 0;
  for (const Report::Group* name : names.groups) {
    const Report::Group* group = find(groups, name->text);
    const Report::Rate* held = rate_of(group, rate);
    if (held == nullptr || held->n < kFewestToRank) continue;
    ++compared;
    if (lowest == nullptr || *held->estimate < *rate_of(lowest, rate)->estimate) lowest = group;
    if (highest == nullptr || *held->estimate > *rate_of(highest, rate)->estimate) highest = group;
  }
  if (compared < 2) return {nullptr, nullptr};
  return {lowest, highest};
}

Row extremes_row(const Stop& stop, const GroupNames& names, RateName rate) {
  const auto number = [&](const Report::Rate* held) {
    return held == nullptr ? std::string(kNone) : rate_number(rate, *held->estimate);
  };
  const auto [lowest, highest] = extreme_groups(*stop.groups, names, rate);
  Row row{.cells = {stop.label + (has_evidence(stop, names, rate) ? "*" : "")}};
  row.cells.emplace_back(number(rate_of(find(*stop.groups, "everybody"), rate)));
  for (const Report::Group* group : {lowest, highest}) {
    row.cells.emplace_back(number(rate_of(group, rate)));
    row.cells.emplace_back(group == nullptr ? std::string(kNone) : group_label(*group));
  }
  return row;
}

Table extremes_table(const Along& along, const GroupNames& names,
                     const std::vector<RateName>& rates) {
  using Kind = Column::Kind;
  Table table{
      .caption = fmt::format("By {}: the lowest and the highest group of {}, shares in %",
                             along.name, names.title),
      .columns = {{.head = capitalised(along.name), .kind = Kind::words},
                  {.head = "Everybody"},
                  {.head = "Lowest"},
                  {.head = "", .kind = Kind::words},
                  {.head = "Highest"},
                  {.head = "", .kind = Kind::words}},
      .note = fmt::format("Of groups whose rate rests on {} people or more.", kFewestToRank),
      .noun = "row"};
  bool marked = false;
  for (std::size_t r = 0; r < rates.size(); ++r) {
    RowGroup rows{.title = capitalised(rate_words(rates[r]).name)};
    for (const Stop& stop : along.stops) {
      rows.rows.push_back(extremes_row(stop, names, rates[r]));
      rows.rows.back().detail = r < kTerminalRates ? Detail::brief : Detail::full;
      marked = marked || rows.rows.back().cells.front().text.ends_with('*');
    }
    table.groups.push_back(std::move(rows));
  }
  if (marked) table.note += " *: evidence of a difference from the reference.";
  return table;
}

void add_sets(const Report& report, const Along& along, Section& section) {
  const std::vector<RateName> rates = rates_along(along);
  for (const ShownSet& set : sets_of(report)) {
    if (set.title.empty() || set.groups.size() < 2) continue;
    const GroupNames names{.title = set.title, .groups = set.groups};
    Section part{.heading = capitalised(set.title)};
    part.add(brief(extremes_table(along, names, rates)));
    Figures figures;
    if (along.stops.size() > 1) {
      for (const RateName rate : rates) {
        Figure one = figure(along, names, rate);
        if (!one.chart.series.empty()) figures.list.push_back(std::move(one));
      }
    }
    part.add(full(std::move(figures)));
    section.add(brief(std::move(part)));
  }
}

}  // namespace

Section thresholds_section(const Report& report) {
  Section section{.heading = "Along the threshold", .id = "thresholds"};
  if (report.thresholds.empty()) return section;
  Along along{.name = "threshold"};
  for (const Report::AtThreshold& at : report.thresholds)
    along.stops.push_back(
        {.x = at.threshold, .label = shortest(at.threshold), .groups = &at.groups});
  section.add(brief(Paragraph{
      fmt::format("What the rates would be if a prediction {} each threshold were a positive "
                  "decision. Intervals hold for one threshold at a time, and nothing is tested: a "
                  "threshold that was chosen because it looks well here must be tried on others.",
                  report.thresholds.front().strict ? "above" : "of at least"),
      Paragraph::Tone::note}));
  add_sets(report, along, section);
  return section;
}

std::string thresholds_sentence(const Report& report) {
  if (report.thresholds.empty()) return "";
  const Report::AtThreshold& at = report.thresholds[report.thresholds.size() / 2];
  double widest = 0;
  std::string told;
  for (const ShownSet& set : sets_of(report)) {
    for (const RateName rate : {RateName::fpr, RateName::fnr, RateName::selection_rate}) {
      const auto [lowest, highest] =
          extreme_groups(at.groups, {.title = set.title, .groups = set.groups}, rate);
      if (lowest == nullptr) continue;
      const double low = *rate_of(lowest, rate)->estimate;
      const double high = *rate_of(highest, rate)->estimate;
      // Errors are told before decisions, which may differ for good reasons.
      if (!(high - low > widest) || (rate == RateName::selection_rate && !told.empty())) continue;
      widest = high - low;
      const bool not_flagged = rate == RateName::fnr;
      told = fmt::format(
          "If a prediction {} {} were a positive decision: {}", at.strict ? "above" : "of at least",
          shortest(at.threshold),
          inside_sentence(shares_sentence(
              rate_words(rate).among, not_flagged ? "would not be flagged" : "would be flagged",
              {percent(high), those_of(highest->text)}, {percent(low), those_of(lowest->text)})));
    }
  }
  if (told.empty()) return "No two groups are large enough to compare their rates.";
  return fmt::format(
      "{} Whether that is more than chance is not tested; other thresholds stand below.", told);
}

std::string parts_sentence(const Report& report) {
  if (!report.by) return "";
  std::vector<std::string> with;
  for (const Report::Part& part : report.by->parts) {
    if (std::ranges::any_of(part.comparisons, [](const Report::Comparison& one) {
          return one.verdict == result::Verdict::evidence;
        }))
      with.push_back(part.value);
  }
  const std::string all = plural(static_cast<std::int64_t>(report.by->parts.size()), "value");
  if (with.empty()) {
    return fmt::format(
        "Looked at separately for each of {} of {}, no difference between groups is clear enough "
        "to tell from chance.",
        all, report.by->column);
  }
  constexpr std::size_t kListed = 8;
  return fmt::format(
      "Looked at separately for each of {} of {}, there is evidence of a difference between groups "
      "in {}: {}.",
      all, report.by->column, with.size(), join_words(with, kListed));
}

Section parts_section(const Report& report) {
  Section section{.heading = report.by ? fmt::format("By {}", report.by->column) : "", .id = "by"};
  if (!report.by) return section;
  Along along{.name = report.by->column};
  double x = 0;
  for (const Report::Part& part : report.by->parts) {
    along.stops.push_back(
        {.x = x++, .label = part.value, .groups = &part.groups, .comparisons = &part.comparisons});
  }
  if (along.stops.empty()) return section;
  section.add(brief(Paragraph{
      fmt::format("p-values are adjusted for all {} tests of the run, those of everybody and of "
                  "each value.",
                  with_thousands(report.tests)),
      Paragraph::Tone::note}));
  add_sets(report, along, section);
  return section;
}

}  // namespace faultline::report
