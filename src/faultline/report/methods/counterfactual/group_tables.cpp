#include "faultline/report/methods/counterfactual/group_tables.hpp"

#include <algorithm>
#include <cmath>
#include <tuple>

#include <fmt/format.h>

namespace faultline::report {
namespace {

using Report = result::CounterfactualReport;

// Of a dozen groups a terminal would show 66 pairs.
constexpr std::size_t kBriefPairs = 6;

Cell share_cell(const Report::Share& share) {
  if (!share.estimate) return {kNone, share.why};
  return {percent_number(*share.estimate), share.interval ? percent_interval(*share.interval) : ""};
}

}  // namespace

Table pairs_table(const Report& report, const Report::Decision& decision) {
  Table table{.caption = "Every two groups, in percentage points",
              .columns = columns_of({"First group", "Second group", "Difference",
                                     fmt::format("{} interval", confidence_words(report))},
                                    2),
              .note =
                  "Rate of the first minus that of the second. Intervals hold for all pairs of "
                  "a rate together.",
              .noun = "pair"};
  bool some_apart = false;
  bool some_few = false;
  for (const CounterfactualRate rate : kBothRates) {
    std::vector<Report::Pair> pairs = decision.of(rate).pairs;
    if (pairs.empty()) continue;
    const auto rank = [](const Report::Pair& pair) {
      return std::tuple(pair.few, !pair.is_apart(), -std::abs(pair.difference));
    };
    std::ranges::stable_sort(
        pairs, [&](const Report::Pair& a, const Report::Pair& b) { return rank(a) < rank(b); });
    table.groups.push_back({.title = fmt::format("{}: {}", short_name(rate), meaning(rate))});
    std::size_t number = 0;
    for (const Report::Pair& pair : pairs) {
      some_few = some_few || pair.few;
      some_apart = some_apart || (!pair.few && pair.is_apart());
      Row& row =
          table.add({pair.groups.first, pair.groups.second, points(pair.difference),
                     fmt::format("{}{}", pair.interval ? points_interval(*pair.interval) : kNone,
                                 pair.few          ? " few"
                                 : pair.is_apart() ? " *"
                                                   : "")});
      if (++number > kBriefPairs) row.detail = Detail::full;
    }
  }
  if (some_apart) table.note += " *: told apart.";
  if (some_few) table.note += " Few: a rate rests on few untreated people.";
  return table;
}

Table shares_table(const Report::Decision& decision) {
  using Kind = Column::Kind;
  Table table{
      .caption = "Need, opportunity and effect of treatment by group, in %",
      .columns = {{.head = "Group", .kind = Kind::words},
                  {.head = "Need",
                   .meaning = "people who would have had the outcome without treatment",
                   .notes = Detail::brief},
                  {.head = "Opportunity",
                   .meaning = "of those, people who were treated",
                   .notes = Detail::brief},
                  {.head = "Prevented",
                   .meaning = "of the treated among those, people whose outcome was prevented, if "
                              "treatment never causes it",
                   .notes = Detail::brief}},
      .noun = "group"};
  for (const Report::Group& group : decision.groups) {
    if (!group.need.estimate) continue;
    table.add({group.text, share_cell(group.need), share_cell(group.opportunity),
               share_cell(group.strength)});
  }
  return table;
}

Table differences_table(const Report& report) {
  const auto number = [](result::SummaryKind kind, double value) {
    return kind == result::SummaryKind::var ? ratio(1e4 * value) : points(value);
  };
  Table table{
      .caption =
          "Gaps of the first decision minus those of the second, in percentage points; var "
          "in squared points",
      .columns = columns_of(
          {"Summary", fmt::format("{} interval", confidence_words(report)), "Difference", "SE"}),
      .note =
          "Noise makes every gap seem larger, and so draws the difference of two "
          "decisions towards 0: read the interval first. var and sd have none.",
      .noun = "difference"};
  const Report::Difference* previous = nullptr;
  for (const Report::Difference& one : report.differences) {
    if (previous == nullptr || previous->decisions != one.decisions || previous->rate != one.rate) {
      table.groups.push_back({.title = fmt::format("{} - {}, {}", one.decisions.first,
                                                   one.decisions.second, short_name(one.rate))});
    }
    previous = &one;
    const auto cell = [&](const std::optional<double>& value) -> std::string {
      return value ? number(one.summary, *value) : kNone;
    };
    table.add({summary_words(one.summary),
               one.interval ? fmt::format("{} to {}", number(one.summary, one.interval->first),
                                          number(one.summary, one.interval->second))
                            : kNone,
               cell(one.estimate), cell(one.se)});
  }
  return table;
}

}  // namespace faultline::report
