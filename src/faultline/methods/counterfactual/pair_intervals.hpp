#pragma once
// Every two groups' rates compared, and how strongly something unseen would have to bear on
// treatment to explain what keeps them apart.

#include <span>
#include <vector>

#include "faultline/methods/counterfactual/estimate.hpp"
#include "faultline/methods/counterfactual/rate_errors.hpp"

namespace faultline::methods {

/// One rate of one decision, and what full resamples say of it.
struct ResampledRate {
  std::size_t decision = 0;
  bool cfpr = false;
  const RateErrors& groups;
  std::span<const double> widened{};                  // per group: see widen_rare()
  std::span<const std::vector<RateBounds>> bounds{};  // [resample][gamma]
};

/// Fills `pairs` and `sensitivity`, and raises what pairs contradict.
void add_pair_intervals(const Population& population, const Estimates& estimates,
                        const ResampledRate& resampled, const CounterfactualOptions& options,
                        CounterfactualReport::Summaries& to);

}  // namespace faultline::methods
