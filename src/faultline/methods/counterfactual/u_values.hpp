#pragma once
// u-values: the share of permutations of the protected attributes with a smaller summary than the
// data have.

#include <span>
#include <vector>

#include "faultline/methods/counterfactual/counterfactual.hpp"

namespace faultline::methods {

/// Fills u-value, its Monte Carlo interval and the permutations' quantiles; returns the
/// permutations that it rests on, those that are defined.
std::vector<double> add_u_value(double estimate, std::span<const double> permuted,
                                const CounterfactualOptions& options,
                                CounterfactualReport::Summary& to);

}  // namespace faultline::methods
