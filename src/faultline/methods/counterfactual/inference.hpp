#pragma once
// What permutations and resamples say of the estimates: u-values, standard errors, intervals, and
// differences between decisions.

#include "faultline/methods/counterfactual/estimate.hpp"

namespace faultline::methods {

/// Completes the report's decisions and differences.
void infer(const Population& population, const Estimates& estimates,
           const CounterfactualOptions& options, const Hooks& hooks, CounterfactualResult& result);

}  // namespace faultline::methods
