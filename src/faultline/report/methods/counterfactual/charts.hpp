#pragma once
// Counterfactual error rates drawn: each group's two rates on one axis, and where the average gap
// stands among its permutations.

#include "faultline/report/document/table.hpp"
#include "faultline/report/methods/counterfactual/words.hpp"

namespace faultline::report {

/// One row per group and a plot per rate: a dot for the rate, a bar for its interval, a ring for
/// the observed rate, each where there is one; the numbers below them.
[[nodiscard]] Table rates_plot(const result::CounterfactualReport& report,
                               const result::CounterfactualReport::Decision& decision);

/// A figure per rate: the permutations as bars, the average gap as a marked line with its interval.
/// None without permutations.
[[nodiscard]] std::vector<Figure> permutation_figures(
    const result::CounterfactualReport::Decision& decision);

}  // namespace faultline::report
