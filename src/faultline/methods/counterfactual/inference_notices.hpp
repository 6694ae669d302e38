#pragma once
// What permutations and resamples say against themselves: too few, without a rate, not converged.

#include <span>
#include <string>
#include <vector>

#include "faultline/methods/counterfactual/replicates.hpp"
#include "faultline/methods/result.hpp"

namespace faultline::methods {

/// Groups, of those that summaries are about, whose rate was not defined in some of the replicates:
/// one line for all; `positions` as of population_groups().
void warn_of_lost_groups(std::size_t decision, const ReplicateRates& replicates,
                         const std::string& what, std::span<const int> positions,
                         CounterfactualReport::Decision& to);

/// Rates whose gaps have no interval, though there are resamples.
void warn_of_missing_intervals(CounterfactualReport::Decision& to);

/// Too few resamples for the ends of intervals.
void warn_of_few_resamples(std::int64_t resamples, double alpha, Notices& to);

/// Replicates in which a model did not converge.
void warn_of_unsettled(const ReplicateRates& replicates, const std::string& what, Notices& to);

}  // namespace faultline::methods
