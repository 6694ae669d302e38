#include "faultline/methods/sources/evidence.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include <fmt/format.h>

#include "faultline/base/error.hpp"
#include "faultline/base/text.hpp"

namespace faultline::methods {
namespace {

using Report = SourcesReport;

}  // namespace

std::string cost_words(CostMetric metric) {
  switch (metric) {
    case CostMetric::fpr:
      return "false positive rate";
    case CostMetric::fnr:
      return "false negative rate";
    case CostMetric::zero_one:
      return "error rate";
    case CostMetric::generalised_zero_one:
      return "generalised error rate";
    case CostMetric::mse:
      return "mean squared error";
  }
  throw InternalError("a cost without words");
}

bool model_beats(const SourcesReport& report, const SourcesReport::Noise& bound) {
  if (!bound.lower || report.models.empty()) return false;
  return std::any_of(report.costs.begin(), report.costs.end(), [&](const Report::Cost& cost) {
    return cost.model == report.models.front().name && cost.metric == CostMetric::zero_one &&
           cost.group == bound.group && cost.interval && cost.interval->second < *bound.lower;
  });
}

Evidence::Evidence(const Report& report, const GapQuestion& question)
    : report_(report), question_(question) {}

std::string Evidence::cost() const { return cost_words(question_.metric); }

std::string Evidence::number(double value) const {
  if (report_.outcome != OutcomeKind::binary) return fmt::format("{:.3g}", value);
  const double rounded = std::round(1000 * value) / 10;
  return fmt::format("{:.1f}", rounded == 0 ? 0.0 : rounded);  // never -0.0
}

std::string Evidence::points(double value) const {
  return number(value) + (report_.outcome == OutcomeKind::binary ? " points" : "");
}

std::string Evidence::amount(double value) const {
  return number(value) + (report_.outcome == OutcomeKind::binary ? " %" : "");
}

std::string Evidence::range(const Report::Interval& interval) const {
  if (!interval) return "";
  return fmt::format(" ({} to {})", number(interval->first), number(interval->second));
}

void Evidence::say_level() {
  Report::Interval interval = question_.interval;
  if (interval && question_.worse_side() == 1)
    interval = std::pair{-interval->second, -interval->first};
  sentences_.push_back(fmt::format("The {} is {} higher for {} than for {}{}.", cost(),
                                   points(std::abs(question_.difference)), question_.worse(),
                                   question_.better(), range(interval)));
}

void Evidence::say_optimum() {
  if (question_.metric == CostMetric::fpr || question_.metric == CostMetric::fnr) return;
  std::vector<std::string> words;
  for (const Report::Optimum& one : report_.optimum) {
    const bool asked = one.group == question_.groups.first || one.group == question_.groups.second;
    if (!asked || !one.estimate) continue;
    words.push_back(
        fmt::format("{} for {}{}", amount(*one.estimate), one.group, range(one.interval)));
  }
  if (words.empty()) return;
  sentences_.push_back(fmt::format("The least {} that these covariates allow is about {}.", cost(),
                                   join_words(words)));
}

void Evidence::say_equal_sizes() {
  if (question_.metric == CostMetric::fpr || question_.metric == CostMetric::fnr) return;
  for (const Report::EqualSizes& one : report_.equal_sizes) {
    if (one.groups != question_.groups) continue;
    const double sign = question_.worse_side() == 0 ? 1 : -1;
    Report::Interval interval = one.interval;
    if (sign < 0 && interval) interval = std::pair{-interval->second, -interval->first};
    // Below half of today's difference for sure.
    const bool goes = interval && interval->second < std::abs(question_.difference) / 2;
    sentences_.push_back(fmt::format(
        "With a model of its own on {} each, {} has {} more than {}{}{}.", people(one.n),
        question_.worse(), points(sign * one.difference), question_.better(), range(interval),
        goes ? ": noise does not explain the difference" : ""));
  }
}

void Evidence::say_other_side(const Counterfactuals& shares) {
  if (!shares.other_side) return;
  // Today's is the one of the tables; a side of several groups has none there.
  std::string today =
      fmt::format("{}, as the forecasts have it today,", amount(shares.other_side->first));
  for (const Report::Cost& one : report_.costs) {
    if (one.model == report_.models.front().name && one.metric == question_.metric &&
        one.group == question_.better())
      today = amount(one.estimate);
  }
  const Report::Interval& ends = shares.other_side_interval;
  sentences_.push_back(fmt::format(
      "With ten times as many of {}, the {} of {} is expected to go from {} to {}{}.",
      question_.worse(), cost(), question_.better(), today, amount(shares.other_side->second),
      ends ? fmt::format(" (rough range {} to {})", number(ends->first), amount(ends->second))
           : ""));
}

std::string Evidence::say_cluster() {
  for (const Report::ClusterTest& test : report_.cluster_tests) {
    if (!test.named) continue;
    if (test.groups != question_.groups) continue;
    const bool number = report_.outcome == OutcomeKind::number;
    sentences_.push_back(fmt::format(
        "In the cluster '{}' ({:.{}f} % of people) the {} of {} minus that of {} is {}, elsewhere "
        "{}{}.",
        test.cluster, 100 * test.share, test.share < 0.01 ? 1 : 0, cost_words(test.metric),
        test.groups.first, test.groups.second, points(test.gap), points(test.gap_outside),
        number ? ""
               : fmt::format("; base rates there are {} and {} %, elsewhere {} and {} %",
                             this->number(test.mean_outcome.first),
                             this->number(test.mean_outcome.second),
                             this->number(test.mean_outcome_outside.first),
                             this->number(test.mean_outcome_outside.second))));
    return test.cluster;
  }
  return "";
}

}  // namespace faultline::methods
