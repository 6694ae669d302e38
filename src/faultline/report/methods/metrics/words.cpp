#include "faultline/report/methods/metrics/words.hpp"

#include <algorithm>
#include <array>
#include <cmath>

#include <fmt/format.h>

#include "faultline/base/text.hpp"
#include "faultline/report/document/format.hpp"
#include "faultline/report/document/table.hpp"
#include "faultline/report/methods/shared/sentences.hpp"

namespace faultline::report {
namespace {

using Report = result::MetricsReport;
using result::RateName;

constexpr const char* kWith = "people with the outcome";
constexpr const char* kWithout = "people without the outcome";
constexpr const char* kFlagged = "people who were flagged";
constexpr const char* kNotFlagged = "people who were not flagged";
constexpr const char* kAll = kAllPeople.data();

// In the order of RateName.
constexpr std::array<RateWords, result::kRateNames.size()> kRateWords{{
    {"Base", "base rate", kAll, "had the outcome"},
    {"Flagged", "selection rate", kAll, "were flagged"},
    {"FPR", "false positive rate", kWithout, "were flagged"},
    {"FNR", "false negative rate", kWith, "were not flagged"},
    {"TPR", "true positive rate", kWith, "were flagged"},
    {"TNR", "true negative rate", kWithout, "were not flagged"},
    {"PPV", "positive predictive value", kFlagged, "had the outcome"},
    {"NPV", "negative predictive value", kNotFlagged, "did not have the outcome"},
    {"FDR", "false discovery rate", kFlagged, "did not have the outcome"},
    {"FOR", "false omission rate", kNotFlagged, "had the outcome"},
    {"Accuracy", "accuracy", kAll, "were decided on rightly"},
    {"Bal. acc.", "balanced accuracy", "", ""},
    {"F1", "F1", "", ""},
    {"Brier", "Brier score", "", "", false},
    {"Log loss", "log loss", "", "", false},
    {"Mean", "mean prediction", "", "", false},
    {"Cal. gap", "calibration gap", "", "", false},
    {"Slope", "calibration slope", "", "", false},
    {"AUC", "AUC", "", "", false},
    {"Outcome", "mean outcome", "", "", false},
    {"Mean err.", "mean error", "", "", false},
    {"MAE", "mean absolute error", "", "", false},
    {"RMSE", "root mean squared error", "", "", false},
}};

std::string decimal(double value) {
  if (!std::isfinite(value)) return kNotAvailable;
  const double size = std::abs(value);
  if (size >= 1e15) return fmt::format("{:.4g}", value);
  if (size >= 1000) return with_thousands(std::llround(value));
  if (size >= 10) return fmt::format("{:.1f}", value);
  std::string text = fmt::format("{:.3f}", value);
  return text == "-0.000" ? "0.000" : text;
}

std::string titled(const Report::Group& group) {
  std::vector<std::string> names;
  names.reserve(group.group.size());
  for (const auto& [name, value] : group.group) names.push_back(name);
  return join_words(names);
}

}  // namespace

const RateWords& rate_words(RateName rate) { return kRateWords[static_cast<std::size_t>(rate)]; }

std::string those_of(const std::string& group) {
  return group.find(" = ") == std::string::npos ? group : "those with " + group;
}

std::string shares_sentence(std::string_view among, std::string_view event, const ToldShare& high,
                            const ToldShare& low) {
  if (among == kAllPeople) {
    return fmt::format("Of {}, {} {}, against {} of {}.", high.who, high.value, event, low.value,
                       low.who);
  }
  return fmt::format("Of the {}, {} of {} {}, against {} of {}.", among, high.value, high.who,
                     event, low.value, low.who);
}

std::string rate_meaning(RateName rate) {
  const RateWords& words = rate_words(rate);
  if (*words.among != '\0')
    return fmt::format("{}: of {}, who {}", words.name, words.among, words.event);
  for (const describe::Word& word : result::words(rate)) {
    if (word.value == static_cast<int>(rate))
      return fmt::format("{}: {}", words.name, inside_sentence(word.help));
  }
  return words.name;
}

GuideEntry rates_entry(const std::vector<RateName>& rates) {
  GuideEntry entry{.term = "Rates", .meaning = "What each of them asks:"};
  for (const RateName rate : rates)
    entry.items.emplace_back(rate_words(rate).head, rate_meaning(rate));
  return entry;
}

std::string rate_number(RateName rate, double value) {
  return rate_words(rate).in_percent ? percent_number(value) : decimal(value);
}

std::string rate_in_words(RateName rate, double value) {
  return rate_words(rate).in_percent ? percent(value) : decimal(value);
}

std::string rate_range(RateName rate, const result::Interval& interval) {
  if (!interval) return "";
  const char* between = interval->first < 0 || interval->second < 0 ? " to " : "-";
  return fmt::format("{}{}{}", rate_number(rate, interval->first), between,
                     rate_number(rate, interval->second));
}

std::string difference_number(RateName rate, double value) {
  return rate_words(rate).in_percent ? points(value) : decimal(value);
}

std::string difference_range(RateName rate, const result::Interval& interval) {
  if (!interval) return "";
  return fmt::format("{} to {}", difference_number(rate, interval->first),
                     difference_number(rate, interval->second));
}

std::string ratio_range(const result::Interval& interval) {
  if (!interval) return "";
  if (!std::isfinite(interval->second)) return fmt::format("{} or more", ratio(interval->first));
  return fmt::format("{} to {}", ratio(interval->first), ratio(interval->second));
}

std::string adjusted_p(const Report::Comparison& one) {
  if (!one.p_value_adjusted) return kNone;
  return *one.p_value_adjusted < 0.001 ? "< 0.001" : p_value(*one.p_value_adjusted);
}

std::vector<ShownSet> sets_of(const Report& report) {
  std::vector<ShownSet> sets;
  for (const Report::Group& group : report.groups) {
    const std::string title = titled(group);
    if (sets.empty() || sets.back().title != title) sets.push_back({.title = title});
    sets.back().groups.push_back(&group);
  }
  return sets;
}

std::string group_label(const Report::Group& group) {
  if (group.group.empty()) return "Everybody";
  std::string label;
  for (const auto& [name, value] : group.group) label += (label.empty() ? "" : ", ") + value;
  return label;
}

std::vector<RateName> rates_in(const Report& report) {
  std::vector<RateName> rates;
  for (const RateName rate : result::kRateNames) {
    if (std::ranges::any_of(report.groups, [&](const Report::Group& group) {
          return group.rates.of(rate).has_value();
        }))
      rates.push_back(rate);
  }
  return rates;
}

const Report::Comparison* comparison_of(const Report& report, const std::string& group,
                                        RateName rate) {
  const auto found = std::ranges::find_if(report.comparisons, [&](const Report::Comparison& one) {
    return one.rate == rate && one.text == group;
  });
  return found == report.comparisons.end() ? nullptr : &*found;
}

bool is_complement(const Report& report, RateName rate) {
  using enum RateName;
  const auto shown = [&](RateName other) {
    return std::ranges::any_of(report.groups, [&](const Report::Group& group) {
      return group.rates.of(other).has_value();
    });
  };
  switch (rate) {
    case tpr:
      return shown(fnr);
    case tnr:
      return shown(fpr);
    case fdr:
      return shown(ppv);
    case for_:
      return shown(npv);
    default:
      return false;
  }
}

}  // namespace faultline::report
