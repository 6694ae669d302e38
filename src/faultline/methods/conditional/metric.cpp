#include "faultline/methods/conditional/metric.hpp"

#include <algorithm>
#include <array>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "faultline/base/error.hpp"
#include "faultline/base/text.hpp"

namespace faultline::methods {
namespace {

using enum Event;
constexpr auto kHigher = search::Direction::higher;
constexpr auto kLower = search::Direction::lower;
constexpr auto kGivenOutcome = Condition::outcome;
constexpr auto kGivenScore = Condition::prediction;
constexpr auto kGivenDecision = Condition::decision;

constexpr std::array<Metric, 16> kMetrics{{
    {Criterion::balance_negative, prediction, kGivenOutcome, false, kHigher},
    {Criterion::balance_positive, prediction, kGivenOutcome, true, kHigher},
    {Criterion::fpr, decision, kGivenOutcome, false, kHigher},
    {Criterion::tnr, no_decision, kGivenOutcome, false, kLower},
    {Criterion::tpr, decision, kGivenOutcome, true, kHigher},
    {Criterion::fnr, no_decision, kGivenOutcome, true, kLower},
    {Criterion::calibration, outcome, kGivenScore, std::nullopt, kLower},
    {Criterion::calibration_negative, no_outcome, kGivenScore, std::nullopt, kHigher},
    {Criterion::ppv, outcome, kGivenDecision, true, kLower},
    {Criterion::fdr, no_outcome, kGivenDecision, true, kHigher},
    {Criterion::for_, outcome, kGivenDecision, false, kLower},
    {Criterion::npv, no_outcome, kGivenDecision, false, kHigher},
    {Criterion::separation_scores, prediction, kGivenOutcome, std::nullopt, kHigher},
    {Criterion::separation_decisions, decision, kGivenOutcome, std::nullopt, kHigher},
    {Criterion::sufficiency_scores, outcome, kGivenScore, std::nullopt, kLower},
    {Criterion::sufficiency_decisions, outcome, kGivenDecision, std::nullopt, kLower},
}};

constexpr const Metric* find(Criterion criterion) {
  for (const Metric& metric : kMetrics) {
    if (metric.criterion == criterion) return &metric;
  }
  return nullptr;
}

constexpr Event opposite(Event event) {
  switch (event) {
    case decision:
      return no_decision;
    case no_decision:
      return decision;
    case outcome:
      return no_outcome;
    case no_outcome:
      return outcome;
    case prediction:
      break;
  }
  return prediction;
}

constexpr std::array<CriterionScan, 4> kPositiveHarm{{{find(Criterion::balance_negative), kHigher},
                                                      {find(Criterion::fpr), kHigher},
                                                      {find(Criterion::calibration), kLower},
                                                      {find(Criterion::ppv), kLower}}};
constexpr std::array<CriterionScan, 4> kNegativeHarm{{{find(Criterion::balance_positive), kLower},
                                                      {find(Criterion::tpr), kLower},
                                                      {find(Criterion::calibration), kHigher},
                                                      {find(Criterion::for_), kHigher}}};

}  // namespace

std::span<const describe::Word> words(Harm) {
  static constexpr std::array kWords{
      describe::word(Harm::positive, "positive", "A positive decision hurts, as with risk scores"),
      describe::word(Harm::negative, "negative", "A refusal hurts, as with loans")};
  return kWords;
}

std::span<const Metric> all_metrics() { return kMetrics; }

const Metric& metric_named(std::string_view name) {
  if (const auto criterion = describe::value_named<Criterion>(name)) return *find(*criterion);
  const std::vector<std::string> names = describe::names_of(words(Criterion{}));
  const auto nearest = nearest_name(name, names);
  throw ConfigError(
      fmt::format("`metric` {}: there is no such metric; {}", name,
                  nearest ? fmt::format("did you mean {}?", *nearest)
                          : fmt::format("choose {}", join_words(names, names.size(), "or"))));
}

std::span<const CriterionScan> default_scans(Harm harm) {
  return harm == Harm::positive ? kPositiveHarm : kNegativeHarm;
}

const Metric* complement(const Metric& metric) {
  if (metric.gaussian()) return nullptr;
  const auto found = std::ranges::find_if(kMetrics, [&](const Metric& other) {
    return other.given() == metric.given() && other.event == opposite(metric.event);
  });
  return found == kMetrics.end() ? nullptr : &*found;
}

search::Direction harmful_direction(const Metric& metric, Harm harm) {
  if (harm == Harm::positive) return metric.harmful;
  return metric.harmful == kHigher ? kLower : kHigher;
}

}  // namespace faultline::methods
