// What every step would remove of a difference, as a table.

#include <cmath>

#include <fmt/format.h>

#include "faultline/report/document/format.hpp"
#include "faultline/report/methods/sources/rows.hpp"
#include "faultline/report/methods/sources/sections.hpp"

namespace faultline::report {
namespace {

using Report = result::SourcesReport;

std::string step_words(const Report::Share& share) {
  switch (share.action) {
    case result::Action::model:
      return "Another model";
    case result::Action::tell_group:
      return "A model that knows the group";
    case result::Action::more_of_group:
      return fmt::format("Ten times as many of {}", share.share ? share.how : "one group");
    case result::Action::more_data:
      return "Ten times the data";
    default:
      return "Is expected to stay";
  }
}

/// Whole percent, without a minus before 0; beyond -100 % a figure says no more than that the
/// difference would more than double.
std::string share_words(double share) {
  if (share < -1) return "below -100";
  const double rounded = std::round(100 * share);
  return fmt::format("{:.0f}", rounded == 0 ? 0.0 : rounded);
}

bool is_forecast(const Report::Share& share) {
  return share.action == result::Action::more_of_group ||
         share.action == result::Action::more_data || share.action == result::Action::variables;
}

/// A range of no width is none: what was forecast lies at 0 or 100, which it cannot pass.
std::string range_words(const Report::Share& share) {
  if (!share.share || !share.interval) return kNone;
  const std::string low = share_words(share.interval->first);
  const std::string high = share_words(share.interval->second);
  if (low == high) return is_forecast(share) ? "at the limit" : kNone;
  return fmt::format("{} to {}", low, high);
}

}  // namespace

Table shares_table(const Report::Recommendation& one) {
  Table table{.caption = "Share of the difference that each step would remove, in %",
              .columns = {{.head = "Step", .kind = Column::Kind::words},
                          {.head = "Removes"},
                          {.head = "Rough range",
                           .meaning = "meant to hold the truth in nine of ten cases; on data with "
                                      "known causes it was six to nine of ten"},
                          {.head = "How it is known", .kind = Column::Kind::words}},
              .noun = "step"};
  for (const Report::Share& share : one.shares) {
    const bool named =
        share.action == result::Action::model || share.action == result::Action::tell_group;
    table.add({step_words(share), share.share ? share_words(*share.share) : "not told",
               range_words(share),
               !share.share                                ? share.how
               : named                                     ? "measured: " + share.how
               : share.action == result::Action::variables ? "forecast for unlimited data"
               : is_forecast(share)                        ? "forecast"
                                                           : ""});
  }
  return table;
}

}  // namespace faultline::report
