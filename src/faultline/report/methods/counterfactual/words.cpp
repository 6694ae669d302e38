#include "faultline/report/methods/counterfactual/words.hpp"

#include <cmath>

#include <fmt/format.h>

#include "faultline/base/error.hpp"

namespace faultline::report {

using Report = result::CounterfactualReport;

const char* short_name(CounterfactualRate rate) {
  return rate == CounterfactualRate::cfpr ? "cFPR" : "cFNR";
}

const char* long_name(CounterfactualRate rate) {
  return rate == CounterfactualRate::cfpr ? "counterfactual false positives"
                                          : "counterfactual false negatives";
}

const char* plain_title(CounterfactualRate rate) {
  return rate == CounterfactualRate::cfpr ? "Flagged needlessly" : "Missed";
}

const char* meaning(CounterfactualRate rate) {
  return rate == CounterfactualRate::cfpr
             ? "flagged, among people who would not have had the outcome without treatment"
             : "not flagged, among people who would have had the outcome without treatment";
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

const Report::GroupRate& rate_of(const Report::Group& group, CounterfactualRate rate) {
  return rate == CounterfactualRate::cfpr ? group.cfpr : group.cfnr;
}

const std::optional<double>& observed_rate(const Report::Group& group, CounterfactualRate rate) {
  return rate == CounterfactualRate::cfpr ? group.observed_fpr : group.observed_fnr;
}

const Report::Interval& shown_interval(const Report::Summary& summary) {
  return summary.intervals.adaptive;
}

std::string points_interval(const std::pair<double, double>& interval) {
  return fmt::format("{} to {}", points(interval.first), points(interval.second));
}

std::string percent_interval(const std::pair<double, double>& interval) {
  return fmt::format("{} to {}", percent_number(interval.first), percent_number(interval.second));
}

std::string u_value_words(double u) {
  if (!std::isfinite(u)) return kNotAvailable;
  if (u > 0 && u < 0.0005) return "< 0.001";
  if (u < 1 && u >= 0.9995) return "> 0.999";
  return fmt::format("{:.3f}", u);
}

std::string confidence_words(const Report& report) { return confidence_words(report.confidence); }

std::string quoted(const std::string& text) { return fmt::format("\u201c{}\u201d", text); }

}  // namespace faultline::report
