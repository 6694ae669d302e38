#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "faultline/base/text.hpp"
#include "faultline/report/document/format.hpp"
#include "faultline/report/methods/metrics/sections.hpp"

namespace faultline::report {
namespace {

using Report = result::MetricsReport;
using result::RateName;

constexpr std::size_t kTerminalComparisons = 8;

/// Rates whose differences a terminal shows: those that people ask for first, or all where few were
/// asked for.
bool is_asked_first(const Report& report, RateName rate) {
  using enum RateName;
  constexpr std::size_t kFew = 6;
  return rate == selection_rate || rate == fpr || rate == fnr || rate == ppv || rate == auc ||
         rate == calibration_gap || rate == mae || rate == mean_error ||
         rates_in(report).size() <= kFew;
}

/// The short name, and on pages the full one below it.
Cell rate_cell(RateName rate) {
  const RateWords& words = rate_words(rate);
  return {words.head, std::string_view(words.head) == words.name ? "" : words.name};
}

}  // namespace

std::vector<const Report::Comparison*> ordered_comparisons(const Report& report) {
  std::vector<const Report::Comparison*> list;
  for (const Report::Comparison& one : report.comparisons) {
    if (one.p_value_adjusted && one.difference && !is_complement(report, one.rate))
      list.push_back(&one);
  }
  std::ranges::stable_sort(list, [](const auto* a, const auto* b) {
    if (*a->p_value_adjusted != *b->p_value_adjusted)
      return *a->p_value_adjusted < *b->p_value_adjusted;
    return std::abs(*a->difference) > std::abs(*b->difference);
  });
  return list;
}

Table comparisons_table(const Report& report) {
  Table table{
      .caption = fmt::format("Differences with {} intervals; of shares in percentage points",
                             confidence_words(report.confidence)),
      .columns = {{.head = "Rate", .kind = Column::Kind::words},
                  {.head = "Group", .kind = Column::Kind::words},
                  {.head = "Compared with", .kind = Column::Kind::words, .detail = Detail::full},
                  {.head = "Difference"},
                  {.head = "Interval"},
                  {.head = "Ratio", .detail = Detail::full},
                  {.head = "p, adjusted", .brief = "p, adj."},
                  {.head = "", .kind = Column::Kind::badge}},
      .noun = "difference"};
  std::size_t shown = 0;
  for (const Report::Comparison* one : ordered_comparisons(report)) {
    const bool evidence = one->verdict == result::Verdict::evidence;
    Row& row = table.add(
        {rate_cell(one->rate), one->text, one->reference_text,
         difference_number(one->rate, *one->difference),
         one->difference_interval ? difference_range(one->rate, one->difference_interval) : kNone,
         Cell(one->ratio ? ratio(*one->ratio) : kNone, ratio_range(one->ratio_interval)),
         adjusted_p(*one),
         Badge{evidence ? Badge::Standing::evidence : Badge::Standing::open,
               evidence ? "Evidence" : "Not enough evidence"}});
    row.detail = is_asked_first(report, one->rate) && ++shown <= kTerminalComparisons
                     ? Detail::brief
                     : Detail::full;
  }
  return table;
}

Table gaps_table(const Report& report) {
  Table table{.caption = fmt::format("Highest minus lowest rate, of shares in percentage points, "
                                     "with {} intervals for the largest true difference",
                                     confidence_words(report.confidence)),
              .columns = {{.head = "Rate", .kind = Column::Kind::words},
                          {.head = "Gap", .notes = Detail::brief},
                          {.head = "Highest", .kind = Column::Kind::words},
                          {.head = "Lowest", .kind = Column::Kind::words}},
              .noun = "gap"};
  std::string title;
  for (const Report::Gap& gap : report.gaps) {
    if (!gap.estimate || is_complement(report, gap.rate)) continue;
    const std::string attributes = join_words(gap.attributes);
    if (table.groups.empty() || title != attributes) {
      title = attributes;
      table.groups.push_back({.title = title});
    }
    table
        .add({rate_cell(gap.rate),
              Cell(difference_number(gap.rate, *gap.estimate),
                   difference_range(gap.rate, gap.interval)),
              gap.highest, gap.lowest})
        .detail = is_asked_first(report, gap.rate) ? Detail::brief : Detail::full;
  }
  return table;
}

}  // namespace faultline::report
