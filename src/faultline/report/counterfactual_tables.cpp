#include "faultline/report/counterfactual_tables.hpp"

#include <cmath>

#include <fmt/format.h>

#include "faultline/base/error.hpp"
#include "faultline/base/text.hpp"
#include "faultline/report/document/format.hpp"

namespace faultline::report {
namespace {

using Report = result::CounterfactualReport;

constexpr const char* kNone = "-";

std::string rate_cell(const std::optional<double>& rate) {
  return rate ? percent_number(*rate) : kNone;
}

std::string count_cell(double value) {
  return std::isfinite(value) ? with_thousands(std::llround(value)) : kNotAvailable;
}

/// Gaps in points; the variance of gaps in squared points.
std::string gap_cell(result::SummaryKind summary, double value) {
  return summary == result::SummaryKind::var ? ratio(1e4 * value) : points(value);
}

std::string gap_cell(result::SummaryKind summary, const std::optional<double>& value) {
  return value ? gap_cell(summary, *value) : kNone;
}

std::string gap_interval(result::SummaryKind summary, const Report::Interval& interval) {
  if (!interval) return kNone;
  return fmt::format("{} to {}", gap_cell(summary, interval->first),
                     gap_cell(summary, interval->second));
}

std::string rate_interval(const Report::Interval& interval) {
  if (!interval) return kNone;
  return fmt::format("{} to {}", percent_number(interval->first), percent_number(interval->second));
}

/// An estimator beside the one that the estimates come from.
struct Beside {
  const char* head = "";
  result::RateEstimator estimator = result::RateEstimator::weighting;
  const char* words = "";
  std::optional<double> Report::GroupRate::* value = nullptr;
};
constexpr Beside kEstimators[] = {
    {"Wght.", result::RateEstimator::weighting, "by weighting", &Report::GroupRate::weighted},
    {"Regr.", result::RateEstimator::regression, "by regression (which can exceed 100 %)",
     &Report::GroupRate::regression},
    {"DR", result::RateEstimator::doubly_robust, "doubly robust",
     &Report::GroupRate::doubly_robust}};

}  // namespace

CellTable groups_table(const Report& report, const Report::Decision& decision,
                       CounterfactualRate rate) {
  CellTable table{.caption = fmt::format("{}: {}, in %", short_name(rate), meaning(rate)),
                  .heads = {"Group", "People", "Untr.", short_name(rate),
                            fmt::format("{} interval", confidence_words(report)), "Obs."}};
  for (const Beside& beside : kEstimators) {
    if (report.estimator != beside.estimator) table.heads.emplace_back(beside.head);
  }
  for (const Report::Group& group : decision.groups) {
    const Report::GroupRate& values = rate_of(group, rate);
    std::vector<std::string>& row = table.rows.emplace_back();
    row = {group.text,
           with_thousands(group.n),
           with_thousands(group.untreated),
           rate_cell(values.estimate),
           rate_interval(values.interval),
           rate_cell(observed_rate(group, rate))};
    for (const Beside& beside : kEstimators) {
      if (report.estimator != beside.estimator) row.push_back(rate_cell(values.*beside.value));
    }
  }
  return table;
}

std::string groups_legend(const Report& report) {
  std::string text = "Untr.: untreated. Obs.: the rate with outcomes as they happened.";
  for (const Beside& beside : kEstimators) {
    if (report.estimator != beside.estimator) {
      text += fmt::format(" {}: {}.", beside.head, beside.words);
    }
  }
  return text;
}

CellTable summary_table(const Report& report, const Report::Decision& decision,
                        CounterfactualRate rate) {
  CellTable table{
      .caption = fmt::format("Gaps in {} between groups, in percentage points", short_name(rate)),
      .heads = {"Summary", "Estimate", "u-value", "SE",
                fmt::format("{} interval", confidence_words(report))}};
  for (const result::SummaryKind kind : result::kSummaryKinds) {
    const Report::Summary& summary = decision.of(rate).of(kind);
    table.rows.push_back({summary_words(kind), gap_cell(kind, summary.estimate),
                          summary.u_value ? u_value_words(*summary.u_value) : kNone,
                          gap_cell(kind, summary.se), gap_interval(kind, shown_interval(summary))});
  }
  return table;
}

CellTable intervals_table(const Report& report, const Report::Decision& decision,
                          CounterfactualRate rate) {
  CellTable table{
      .caption = fmt::format("Every kind of {} interval for the gaps in {}, in percentage points",
                             confidence_words(report), short_name(rate)),
      .heads = {"Summary", "t", "t, rescaled", "Normal", "Percentile", "Adaptive"}};
  for (const result::SummaryKind kind : result::kSummaryKinds) {
    const Report::Intervals& all = decision.of(rate).of(kind).intervals;
    if (!all.t && !all.t_rescaled && !all.normal && !all.percentile && !all.adaptive) continue;
    const auto cell = [&](const Report::Interval& interval) {
      return gap_interval(kind, interval);
    };
    table.rows.push_back({summary_words(kind), cell(all.t), cell(all.t_rescaled), cell(all.normal),
                          cell(all.percentile), cell(all.adaptive)});
  }
  return table;
}

CellTable positivity_table(const Report::Decision& decision) {
  CellTable table{.caption = "How much untreated people have to stand for",
                  .heads = {"Group", "Untreated", "Weights", "Effective size", "Extreme %"}};
  for (const Report::Group& group : decision.groups) {
    table.rows.push_back({group.text, with_thousands(group.untreated),
                          group.weights ? fmt::format("{} to {}", ratio(group.weights->first),
                                                      ratio(group.weights->second))
                                        : kNone,
                          group.weights ? count_cell(group.effective_sample_size) : kNone,
                          group.weights ? percent_number(group.extreme_share) : kNone});
  }
  return table;
}

CellTable differences_table(const Report& report) {
  CellTable table{
      .caption = "Gaps of the first decision minus those of the second, in percentage points",
      .heads = {"Decisions", "Summary", "Difference", "SE",
                fmt::format("{} interval", confidence_words(report))},
      .rows = {},
      .words = 2};
  for (const Report::Difference& one : report.differences) {
    table.rows.push_back({fmt::format("{} - {}", one.decisions.first, one.decisions.second),
                          fmt::format("{} {}", short_name(one.rate), name_of(one.summary)),
                          gap_cell(one.summary, one.estimate), gap_cell(one.summary, one.se),
                          gap_interval(one.summary, one.interval)});
  }
  return table;
}

CellTable small_groups_table(const Report::SmallGroups& small) {
  const bool borrowed = !small.external.empty();
  CellTable table{.caption = "Rates of small groups, in %",
                  .heads = {"Group", "People", "cFPR", "cFNR"}};
  if (borrowed) table.heads.insert(table.heads.end(), {"cFPR borr.", "cFNR borr."});
  for (const Report::SmallGroups::Group& group : small.groups) {
    std::vector<std::string>& row = table.rows.emplace_back();
    row = {group.text, with_thousands(group.n), rate_cell(group.cfpr), rate_cell(group.cfnr)};
    if (borrowed) {
      row.push_back(rate_cell(group.cfpr_borrowed));
      row.push_back(rate_cell(group.cfnr_borrowed));
    }
  }
  return table;
}

std::string summary_words(result::SummaryKind kind) {
  switch (kind) {
    case result::SummaryKind::avg:
      return "Average gap (avg)";
    case result::SummaryKind::max:
      return "Largest gap (max)";
    case result::SummaryKind::var:
      return "Variance of gaps (var)";
    case result::SummaryKind::sd:
      return "Its square root (sd)";
    case result::SummaryKind::marg:
      return "One attribute at a time (marg)";
    case result::SummaryKind::obs:
      return "Outcomes as happened (obs)";
  }
  throw InternalError("a summary without words");
}

}  // namespace faultline::report
