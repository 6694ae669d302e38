#include "faultline/methods/counterfactual/pair_intervals.hpp"

#include <algorithm>
#include <cmath>
#include <set>
#include <string>

#include <fmt/format.h>

#include "faultline/base/text.hpp"
#include "faultline/methods/counterfactual/simultaneous.hpp"

namespace faultline::methods {
namespace {

using Report = CounterfactualReport;

class PairIntervals {
 public:
  PairIntervals(const Population& population, const RateBasis& basis,
                const ResampledRate& resampled, const CounterfactualOptions& options)
      : population_(population),
        basis_(basis),
        resampled_(resampled),
        all_(all_differences(resampled.groups, options.alpha, basis.firm)) {}

  void list(Report::Summaries& to);
  void add_sensitivity(std::span<const RateBounds> bounds, Report::Sensitivity& to) const;

 private:
  [[nodiscard]] std::string name(std::size_t group) const {
    return population_.text_of(population_.group_codes[group]);
  }

  const Population& population_;
  const RateBasis& basis_;
  const ResampledRate& resampled_;
  AllDifferences all_;
  bool apart_ = false;               // two groups are, whose rates rest on enough people
  std::set<std::size_t> unmoved_{};  // of those: the same at every gamma
};

void PairIntervals::list(Report::Summaries& to) {
  for (const SignedDifference& pair : all_.pairs) {
    to.pairs.push_back({.groups = {name(pair.first), name(pair.second)},
                        .difference = pair.difference,
                        .se = pair.error,
                        .interval = pair.interval,
                        .few = !basis_.firm[pair.first] || !basis_.firm[pair.second]});
    const bool told = to.pairs.back().is_apart() && !to.pairs.back().few;
    apart_ = apart_ || told;
    for (const std::size_t group : {pair.first, pair.second}) {
      if (told && !basis_.bounded[group]) unmoved_.insert(group);
    }
  }
  const std::vector<double>& rates = resampled_.groups.rates;
  std::size_t groups = 0;
  for (std::size_t g = 0; g < rates.size(); ++g)
    groups += basis_.summarised[g] && !std::isnan(rates[g]) ? 1 : 0;
  raise_by_pairs(groups, to);
}

void PairIntervals::add_sensitivity(std::span<const RateBounds> bounds,
                                    Report::Sensitivity& to) const {
  if (!unmoved_.empty()) {
    std::vector<std::string> names;
    for (const std::size_t group : unmoved_) names.push_back(name(group));
    to.why = fmt::format(
        "{}, told apart from others, {} a rate of 0 or 100 % in these data, which no weights move",
        join_words(names), names.size() == 1 ? "has" : "have");
    return;
  }
  to.vanishes_at = basis_.vanishes_at;
  if (std::ranges::count(basis_.bounded, 1) < 2) {
    to.why = fmt::format(
        "fewer than two groups have a rate of {} or more untreated people that is neither 0 nor 1",
        Report::GroupRate::kFew);
    return;
  }
  if (bounds.empty()) {
    to.why = fmt::format("there are more than {} groups", kMostBoundedGroups);
    return;
  }
  to.largest = largest_gap_bounds(bounds, resampled_.cfpr, basis_.bounded);
  if (!apart_) return;
  to.holds_to = holds_to({.data = bounds,
                          .resamples = resampled_.bounds,
                          .widened = resampled_.widened,
                          .critical = all_.critical},
                         resampled_.cfpr, basis_.bounded);
}

}  // namespace

void add_pair_intervals(const Population& population, const Estimates& estimates,
                        const ResampledRate& resampled, const CounterfactualOptions& options,
                        CounterfactualReport::Summaries& to) {
  PairIntervals pairs(population, estimates.basis[resampled.decision][resampled.cfpr ? 0 : 1],
                      resampled, options);
  pairs.list(to);
  if (options.bounds) pairs.add_sensitivity(estimates.bounds[resampled.decision], to.sensitivity);
}

}  // namespace faultline::methods
