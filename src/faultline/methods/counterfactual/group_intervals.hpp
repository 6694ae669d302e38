#pragma once
// Intervals of what is told of single groups: their rates, need, opportunity and strength, from
// resamples of full size.

#include <span>

#include "faultline/methods/counterfactual/intervals.hpp"
#include "faultline/methods/counterfactual/rates.hpp"

namespace faultline::methods {

/// `resampled`: of the decision, one entry per resample; `positions` as of population_groups().
void add_group_intervals(std::span<const Rates> resampled, const Resampling& resampling,
                         std::span<const int> positions, const CounterfactualOptions& options,
                         CounterfactualReport::Decision& to);

}  // namespace faultline::methods
