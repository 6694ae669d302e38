#include "faultline/report/methods/counterfactual/tables.hpp"

#include <cmath>

#include <fmt/format.h>

#include "faultline/base/text.hpp"

namespace faultline::report {
namespace {

using Report = result::CounterfactualReport;

std::string rate_cell(const std::optional<double>& rate) {
  return rate ? percent_number(*rate) : kNone;
}

std::string count_cell(double value) {
  return std::isfinite(value) ? with_thousands(std::llround(value)) : kNotAvailable;
}

/// Gaps in points; the variance of gaps in squared points.
std::string gap_number(result::SummaryKind summary, double value) {
  return summary == result::SummaryKind::var ? ratio(1e4 * value) : points(value);
}

std::string gap_cell(result::SummaryKind summary, const std::optional<double>& value) {
  return value ? gap_number(summary, *value) : kNone;
}

std::string gap_interval(result::SummaryKind summary, const Report::Interval& interval) {
  if (!interval) return kNone;
  return fmt::format("{} to {}", gap_number(summary, interval->first),
                     gap_number(summary, interval->second));
}

std::string interval_head(const Report& report) {
  return fmt::format("{} interval", confidence_words(report));
}

/// "cFPR: flagged, among people who ...".
std::string rate_title(CounterfactualRate rate) {
  return fmt::format("{}: {}", short_name(rate), meaning(rate));
}

/// An estimator beside the one that the estimates come from.
struct Beside {
  const char* head = "";
  const char* brief = "";
  result::RateEstimator estimator = result::RateEstimator::weighting;
  const char* words = "";
  std::optional<double> Report::GroupRate::* value = nullptr;
};
constexpr Beside kEstimators[] = {
    {"Weighting", "Wght.", result::RateEstimator::weighting, "the rate by weighting",
     &Report::GroupRate::weighted},
    {"Regression", "Regr.", result::RateEstimator::regression,
     "the rate by regression (which can exceed 100 %)", &Report::GroupRate::regression},
    {"Doubly robust", "DR", result::RateEstimator::doubly_robust, "the doubly robust rate",
     &Report::GroupRate::doubly_robust}};

}  // namespace

Table rates_table(const Report& report, const Report::Decision& decision) {
  Table table{.columns = {{.head = "Group", .kind = Column::Kind::words},
                          {.head = "People"},
                          {.head = "Untreated",
                           .brief = "Untr.",
                           .meaning = "people without the treatment"},
                          {.head = "Rate"},
                          {.head = interval_head(report)},
                          {.head = "Observed",
                           .brief = "Obs.",
                           .meaning = "the rate with outcomes as they happened"}},
              .noun = "rate"};
  for (const Beside& beside : kEstimators) {
    if (report.estimator == beside.estimator) continue;
    table.columns.push_back({.head = beside.head, .brief = beside.brief, .meaning = beside.words});
  }
  for (const CounterfactualRate rate : kBothRates) {
    table.groups.push_back({.title = rate_title(rate)});
    for (const Report::Group& group : decision.groups) {
      const Report::GroupRate& values = rate_of(group, rate);
      Row& row = table.add({group.text, with_thousands(group.n), with_thousands(group.untreated),
                            rate_cell(values.estimate),
                            values.interval ? percent_interval(*values.interval) : kNone,
                            rate_cell(observed_rate(group, rate))});
      for (const Beside& beside : kEstimators) {
        if (report.estimator != beside.estimator) {
          row.cells.emplace_back(rate_cell(values.*beside.value));
        }
      }
    }
  }
  return table;
}

Table gaps_table(const Report& report, const Report::Decision& decision) {
  Table table{
      .caption = "In percentage points; var in squared points",
      .columns = columns_of({"Summary", "Estimate", "u-value", "SE", interval_head(report)}),
      .note =
          "A gap is the difference of two groups' rates, whichever is higher. The verdict goes "
          "by avg and by pairs of groups; marg and obs are for contrast and no part of it."};
  if (report.bootstrap > 0) {
    table.note +=
        " Intervals are adaptive ones, which var and sd cannot have; the paper's kinds are in a "
        "table of their own on the page, and in `json`. One that reaches 0 leaves room for no gap "
        "at all.";
  }
  for (const CounterfactualRate rate : kBothRates) {
    table.groups.push_back({.title = short_name(rate)});
    for (const result::SummaryKind kind : result::kSummaryKinds) {
      const Report::Summary& summary = decision.of(rate).of(kind);
      table.add({summary_words(kind), gap_cell(kind, summary.estimate),
                 summary.u_value ? u_value_words(*summary.u_value) : kNone,
                 gap_cell(kind, summary.se), gap_interval(kind, shown_interval(summary))});
    }
  }
  return table;
}

Table intervals_table(const Report& report, const Report::Decision& decision) {
  Table table{
      .caption = fmt::format("{} intervals for the gaps between groups, in percentage "
                             "points; of var in squared points",
                             confidence_words(report)),
      .columns = columns_of({"Summary", "t", "t, rescaled", "Normal", "Percentile", "Adaptive"}),
      .note =
          "All but the last are the paper's, for comparison alone: they can leave what is "
          "possible (a gap below 0), and cover too little or too much."};
  for (const CounterfactualRate rate : kBothRates) {
    table.groups.push_back({.title = short_name(rate)});
    for (const result::SummaryKind kind : result::kSummaryKinds) {
      const Report::Intervals& all = decision.of(rate).of(kind).intervals;
      if (!all.t && !all.t_rescaled && !all.normal && !all.percentile && !all.adaptive) continue;
      const auto cell = [&](const Report::Interval& interval) {
        return gap_interval(kind, interval);
      };
      table.add({summary_words(kind), cell(all.t), cell(all.t_rescaled), cell(all.normal),
                 cell(all.percentile), cell(all.adaptive)});
    }
  }
  return table;
}

Table positivity_table(const Report::Decision& decision) {
  Table table{
      .caption = "How much untreated people have to stand for",
      .columns = columns_of({"Group", "Untreated", "Weights", "Effective size", "Extreme %"}),
      .noun = "group"};
  for (const Report::Group& group : decision.groups) {
    const bool weighted = group.weights.has_value();
    table.add({group.text, with_thousands(group.untreated),
               weighted ? fmt::format("{} to {}", ratio(group.weights->first),
                                      ratio(group.weights->second))
                        : kNone,
               weighted ? count_cell(group.effective_sample_size) : kNone,
               weighted ? percent_number(group.extreme_share) : kNone});
  }
  return table;
}

Table small_groups_table(const Report::SmallGroups& small) {
  const bool borrowed = !small.external.empty();
  Table table{.caption = "Rates of small groups, in %",
              .columns = columns_of({"Group", "People", "cFPR", "cFNR"}),
              .noun = "group"};
  if (borrowed) {
    table.columns.push_back({.head = "cFPR borrowed", .brief = "cFPR borr."});
    table.columns.push_back({.head = "cFNR borrowed", .brief = "cFNR borr."});
  }
  for (const Report::SmallGroups::Group& group : small.groups) {
    Row& row = table.add(
        {group.text, with_thousands(group.n), rate_cell(group.cfpr), rate_cell(group.cfnr)});
    if (!borrowed) continue;
    row.cells.emplace_back(rate_cell(group.cfpr_borrowed));
    row.cells.emplace_back(rate_cell(group.cfnr_borrowed));
  }
  return table;
}

}  // namespace faultline::report
