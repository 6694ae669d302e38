#include "faultline/studies/counterfactual/coverage.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "faultline/studies/run_all.hpp"

namespace faultline::studies {
namespace {

using Interval = methods::CounterfactualReport::Interval;
constexpr double kNone = std::numeric_limits<double>::quiet_NaN();

struct SummaryEstimate {
  double estimate = kNone;
  std::array<Interval, kIntervalKinds> intervals{};
};
using DataSet = std::array<SummaryEstimate, 2 * methods::kSummaries>;  // cFPR's, then cFNR's

DataSet audit_once(const simulate::CounterfactualPopulation& population,
                   const CoverageOptions& options, std::int64_t repetition) {
  const SimulatedPeople people(simulate::draw_people(population, options.people, options.seed,
                                                     static_cast<std::uint32_t>(repetition)));
  // Resamples of different data sets must not share their draws.
  constexpr std::uint64_t kApart = 1'000'003;
  const methods::CounterfactualResult result = methods::counterfactual(
      people.input(), {.replicates = 0,
                       .bootstrap = options.bootstrap,
                       .alpha = options.alpha,
                       .few_too = true,
                       .seed = options.seed * kApart + static_cast<std::uint64_t>(repetition),
                       .threads = 1});
  const auto& decision = result.report.decisions.front();
  DataSet set;
  for (std::size_t k = 0; k < set.size(); ++k) {
    const auto& all = k < methods::kSummaries ? decision.cfpr : decision.cfnr;
    const auto& summary = all.of(methods::kSummaryKinds[k % methods::kSummaries]);
    set[k].estimate = summary.estimate.value_or(kNone);
    const auto& i = summary.intervals;
    set[k].intervals = {i.t, i.normal, i.percentile, i.t_rescaled, i.adaptive};
  }
  return set;
}

Coverage::Kind count(const std::vector<DataSet>& sets, std::size_t summary, std::size_t kind,
                     double truth) {
  Coverage::Kind result;
  std::vector<double> lengths;
  std::vector<double> above;
  for (const DataSet& set : sets) {
    const Interval& interval = set[summary].intervals[kind];
    if (!interval) continue;
    const auto [low, high] = *interval;
    ++result.intervals;
    if (low <= truth && truth <= high) ++result.covered;
    if (high < truth) ++result.below;
    lengths.push_back(high - low);
    above.push_back(std::max(0.0, high) - std::max(0.0, low));
  }
  if (lengths.empty()) return result;
  result.length = mean_of(lengths);
  result.length_above_zero = mean_of(above);
  return result;
}

}  // namespace

double Coverage::Kind::share() const {
  return intervals > 0 ? static_cast<double>(covered) / static_cast<double>(intervals) : kNone;
}

double Coverage::Kind::error() const {
  const auto n = static_cast<double>(std::max<std::int64_t>(intervals, 1));
  // Of one or two data sets a share cannot stand a whole one inside 0 and 1.
  const double inside = std::min(1 / n, 0.5);
  const double p = std::clamp(share(), inside, 1 - inside);
  return 1.96 * std::sqrt(std::max(p * (1 - p), 0.0) / n);
}

std::vector<Coverage> coverage_of(const simulate::CounterfactualPopulation& population,
                                  const CoverageOptions& options, const methods::Hooks& hooks) {
  std::vector<DataSet> sets(static_cast<std::size_t>(options.repetitions));
  const auto work = [&](std::int64_t repetition) {
    sets[repetition] = audit_once(population, options, repetition);
  };
  run_all("data sets", options.repetitions, options.threads, hooks, work);
  const simulate::CounterfactualTruth truth = simulate::truth_of(population);
  std::vector<Coverage> list;
  for (std::size_t k = 0; k < 2 * methods::kSummaries; ++k) {
    Coverage coverage{.cfpr = k < methods::kSummaries, .summary = k % methods::kSummaries};
    coverage.truth = true_summaries(truth, coverage.cfpr)[coverage.summary];
    std::vector<double> estimates;
    estimates.reserve(sets.size());
    for (const DataSet& set : sets) estimates.push_back(set[k].estimate);
    coverage.estimate = spread_of(estimates);
    for (std::size_t i = 0; i < kIntervalKinds; ++i) {
      coverage.kinds[i] = count(sets, k, i, coverage.truth);
    }
    list.push_back(coverage);
  }
  return list;
}

}  // namespace faultline::studies
