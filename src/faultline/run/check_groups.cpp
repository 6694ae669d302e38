#include "faultline/run/check_groups.hpp"

#include <algorithm>
#include <optional>
#include <string>

#include "faultline/methods/sources/recommendation.hpp"
#include "faultline/resample/holm.hpp"

namespace faultline::run {
namespace {

using Comparison = result::MetricsReport::Comparison;
using Level = result::SourcesReport::Level;
using result::CostMetric;
using result::RateName;

/// The rate that a cost is, or is the complement of.
std::optional<RateName> rate_of(CostMetric metric) {
  switch (metric) {
    case CostMetric::fpr:
      return RateName::fpr;
    case CostMetric::fnr:
      return RateName::fnr;
    case CostMetric::zero_one:
      return RateName::accuracy;
    case CostMetric::mse:
      return RateName::brier;
    case CostMetric::generalised_zero_one:
      break;
  }
  return std::nullopt;
}

/// A group as `sources` names it. Names of intersections only can be those of its groups: a part of
/// the columns has fewer labels.
std::string label_of(const result::MetricsReport::GroupValues& group) {
  std::string label;
  for (const auto& [attribute, value] : group) label += (label.empty() ? "" : ", ") + value;
  return label;
}

/// The test of the same difference; null when there is none.
const Comparison* same_test(const Level& level, const result::MetricsReport* rates,
                            std::size_t columns) {
  const std::optional<RateName> rate = rate_of(level.metric);
  if (rates == nullptr || !rate) return nullptr;
  for (const Comparison& one : rates->comparisons) {
    if (one.rate != *rate || !one.p_value || one.group.size() != columns ||
        one.reference.size() != columns)
      continue;
    const std::string group = label_of(one.group);
    const std::string reference = label_of(one.reference);
    if ((group == level.groups.first && reference == level.groups.second) ||
        (group == level.groups.second && reference == level.groups.first))
      return &one;
  }
  return nullptr;
}

/// Of the groups that are intersections of all columns.
std::size_t columns_of(const result::MetricsReport* rates) {
  std::size_t most = 0;
  if (rates == nullptr) return most;
  for (const result::MetricsReport::Group& group : rates->groups)
    most = std::max(most, group.group.size());
  return most;
}

}  // namespace

resample::FamilyPValues rate_tests(const result::MetricsReport& report) {
  resample::FamilyPValues list;
  for (const Comparison& one : report.comparisons) list.push_back(one.p_value_adjusted);
  return list;
}

void settle_rates(const resample::FamilyPValues& adjusted, double alpha,
                  result::MetricsReport& report) {
  for (std::size_t i = 0; i < report.comparisons.size(); ++i) {
    Comparison& one = report.comparisons[i];
    if (!adjusted.at(i)) continue;
    one.p_value_adjusted = adjusted[i];
    one.verdict = *adjusted[i] <= alpha ? result::Verdict::evidence : result::Verdict::not_enough;
  }
}

resample::FamilyPValues level_tests(const result::MetricsReport* rates,
                                    result::SourcesReport& report) {
  const std::size_t columns = columns_of(rates);
  resample::FamilyPValues own;
  for (Level& level : report.levels) {
    level.of_metrics = level.p_value && same_test(level, rates, columns) != nullptr;
    own.push_back(level.of_metrics ? std::nullopt : level.p_value);
  }
  return resample::holm_adjusted(own);
}

void settle_levels(const resample::FamilyPValues& adjusted, const result::MetricsReport* rates,
                   const methods::SourcesOptions& options, result::SourcesReport& report) {
  const std::size_t columns = columns_of(rates);
  for (std::size_t i = 0; i < report.levels.size(); ++i) {
    Level& level = report.levels[i];
    level.p_value_adjusted = adjusted.at(i);
    if (!level.of_metrics) continue;
    const Comparison* test = same_test(level, rates, columns);
    level.p_value = test->p_value;
    level.p_value_adjusted = test->p_value_adjusted;
  }
  if (report.levels.empty()) return;
  report.recommendation.clear();
  methods::add_recommendation(methods::questions_of_levels(report, options.alpha), options, nullptr,
                              report);
}

}  // namespace faultline::run
