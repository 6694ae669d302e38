#include "faultline/audit/conditional/metric.hpp"

#include <algorithm>
#include <array>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "faultline/base/error.hpp"
#include "faultline/base/text.hpp"

namespace faultline::audit {
namespace {

using enum Event;
constexpr auto kHigher = scan::Direction::higher;
constexpr auto kLower = scan::Direction::lower;
constexpr auto kGivenOutcome = Condition::outcome;
constexpr auto kGivenScore = Condition::prediction;
constexpr auto kGivenDecision = Condition::decision;

constexpr std::array<Metric, 16> kMetrics{{
    {"balance-negative", prediction, kGivenOutcome, false, kHigher},
    {"balance-positive", prediction, kGivenOutcome, true, kHigher},
    {"fpr", decision, kGivenOutcome, false, kHigher},
    {"tnr", no_decision, kGivenOutcome, false, kLower},
    {"tpr", decision, kGivenOutcome, true, kHigher},
    {"fnr", no_decision, kGivenOutcome, true, kLower},
    {"calibration", outcome, kGivenScore, std::nullopt, kLower},
    {"calibration-negative", no_outcome, kGivenScore, std::nullopt, kHigher},
    {"ppv", outcome, kGivenDecision, true, kLower},
    {"fdr", no_outcome, kGivenDecision, true, kHigher},
    {"for", outcome, kGivenDecision, false, kLower},
    {"npv", no_outcome, kGivenDecision, false, kHigher},
    {"separation-scores", prediction, kGivenOutcome, std::nullopt, kHigher},
    {"separation-decisions", decision, kGivenOutcome, std::nullopt, kHigher},
    {"sufficiency-scores", outcome, kGivenScore, std::nullopt, kLower},
    {"sufficiency-decisions", outcome, kGivenDecision, std::nullopt, kLower},
}};

constexpr const Metric* find(std::string_view name) {
  for (const Metric& metric : kMetrics) {
    if (metric.name == name) return &metric;
  }
  return nullptr;
}

constexpr std::array<CriterionScan, 4> kPositiveHarm{{{find("balance-negative"), kHigher},
                                                      {find("fpr"), kHigher},
                                                      {find("calibration"), kLower},
                                                      {find("ppv"), kLower}}};
constexpr std::array<CriterionScan, 4> kNegativeHarm{{{find("balance-positive"), kLower},
                                                      {find("tpr"), kLower},
                                                      {find("calibration"), kHigher},
                                                      {find("for"), kHigher}}};

}  // namespace

std::span<const describe::Word> words(Harm) {
  static constexpr std::array kWords{
      describe::word(Harm::positive, "positive", "A positive decision hurts, as with risk scores"),
      describe::word(Harm::negative, "negative", "A refusal hurts, as with loans")};
  return kWords;
}

std::span<const Metric> all_metrics() { return kMetrics; }

const Metric& metric_named(std::string_view name) {
  if (const Metric* metric = find(name)) return *metric;
  std::vector<std::string> names;
  names.reserve(kMetrics.size());
  for (const Metric& metric : kMetrics) names.emplace_back(metric.name);
  const auto nearest = nearest_name(name, names);
  throw ConfigError(fmt::format("--metric {}: there is no such metric; {}", name,
                                nearest
                                    ? fmt::format("did you mean {}?", *nearest)
                                    : fmt::format("there is {}", join_words(names, names.size()))));
}

std::span<const CriterionScan> default_scans(Harm harm) {
  return harm == Harm::positive ? kPositiveHarm : kNegativeHarm;
}

scan::Direction harmful_direction(const Metric& metric, Harm harm) {
  if (harm == Harm::positive) return metric.harmful;
  return metric.harmful == kHigher ? kLower : kHigher;
}

}  // namespace faultline::audit
