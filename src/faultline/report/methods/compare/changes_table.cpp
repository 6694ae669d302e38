#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "faultline/base/text.hpp"
#include "faultline/report/document/format.hpp"
#include "faultline/report/methods/compare/words.hpp"
#include "faultline/report/methods/metrics/words.hpp"

namespace faultline::report {
namespace {

using Change = result::CompareReport::Change;
using result::RateName;

/// Rates whose changes a terminal shows.
bool is_shown_first(RateName rate) {
  using enum RateName;
  return rate == fpr || rate == fnr || rate == accuracy || rate == brier || rate == auc ||
         rate == calibration_gap;
}

std::string value_cell(RateName rate, const std::optional<double>& value) {
  return value ? rate_number(rate, *value) : std::string(kNone);
}

Cell verdict_cell(const Change& change) {
  if (change.verdict == result::Verdict::evidence) {
    return Badge{.standing = Badge::Standing::evidence,
                 .words = !change.worse   ? "Changed"
                          : *change.worse ? "Worse"
                                          : "Better"};
  }
  if (change.verdict == result::Verdict::not_enough)
    return Badge{.standing = Badge::Standing::open, .words = "Not enough"};
  return Badge{.standing = Badge::Standing::untested, .words = "Not tested"};
}

}  // namespace

bool is_mirror(const result::CompareReport& report, RateName rate) {
  using enum RateName;
  const RateName other = rate == tpr    ? fnr
                         : rate == tnr  ? fpr
                         : rate == fdr  ? ppv
                         : rate == for_ ? npv
                                        : rate;
  return other != rate && std::ranges::any_of(report.changes, [other](const Change& change) {
           return change.metric == other;
         });
}

Table changes_table(const result::CompareReport& report) {
  Table table{
      .caption = fmt::format("Every rate before ({}) and after ({}), and the change with {} "
                             "intervals; shares in %, their changes in percentage points",
                             report.before, report.after, confidence_words(report.confidence)),
      .columns = {{.head = "Rate", .kind = Column::Kind::words},
                  {.head = "Before"},
                  {.head = "After"},
                  {.head = "Change"},
                  {.head = "Interval"},
                  {.head = "p, adjusted", .brief = "p, adj."},
                  {.head = "", .kind = Column::Kind::badge}},
      .note = "*: evidence of a change, after adjustment for all tests.",
      .noun = "change"};
  std::string group;
  for (const Change& change : report.changes) {
    if (is_mirror(report, change.metric)) continue;
    if (table.groups.empty() || group != change.text) {
      group = change.text;
      table.groups.push_back(
          {.title =
               fmt::format("{} ({})", change.group.empty() ? "Everybody" : change.text,
                           change.n_before == change.n_after
                               ? people(change.n_before)
                               : fmt::format("{} before, {} after", with_thousands(change.n_before),
                                             with_thousands(change.n_after)))});
    }
    const RateWords& words = rate_words(change.metric);
    const bool evidence = change.verdict == result::Verdict::evidence;
    Row& row = table.add(
        {Cell(words.head, std::string_view(words.head) == words.name ? "" : words.name),
         value_cell(change.metric, change.before), value_cell(change.metric, change.after),
         change.difference ? difference_number(change.metric, *change.difference)
                           : std::string(kNone),
         change.interval ? Cell(difference_range(change.metric, change.interval))
                         : Cell(kNone, change.why),
         change.p_value_adjusted ? *change.p_value_adjusted < 0.001
                                       ? std::string("< 0.001")
                                       : p_value(*change.p_value_adjusted)
                                 : std::string(kNone),
         verdict_cell(change)});
    if (evidence) row.weight = Row::Weight::strong;
    // A terminal shows everybody, and elsewhere what is clear.
    const bool first = change.group.empty() && is_shown_first(change.metric);
    row.detail = first || evidence ? Detail::brief : Detail::full;
  }
  return table;
}

}  // namespace faultline::report
