#pragma once
// Intervals for means and maxima of absolute differences between rates: convex functions of the
// rates with kinks where two rates are equal. With h the error of a difference d,
//   sign(d) h <= |d + h| - |d| <= |h|,
// so a summary can err upwards by at most U, the mean (or maximum) of |h| over the pairs that may
// be equal (within sqrt(log n) standard errors) and of sign(d) h over the others, and downwards by
// at least L, the mean of sign(d) h. One summary: [est - q(1 - a/2) of U, est - q(a/2) of L]. The
// difference of two: [est - q(1 - a/2) of U1 - L2, est - q(a/2) of L1 - U2]. Conservative where
// rates are about equal, about the normal interval where they are clearly apart. The largest gap
// takes every pair within reach of the largest for a rival. What is possible bounds them all: a gap
// lies in [0, 1], and the largest is no smaller than the average. The spread of gaps (VAR, SD) is
// not convex and has no such interval.

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "faultline/methods/counterfactual/rate_errors.hpp"
#include "faultline/methods/counterfactual/summaries.hpp"
#include "faultline/methods/result.hpp"

namespace faultline::methods {

/// Errors of one summary, resample by resample; NaN where no pair is defined.
struct SummaryErrors {
  double estimate = 0;
  std::vector<double> up{};    // U
  std::vector<double> down{};  // L
  double reach = 0;            // largest standard error among the rivals for the largest gap
  [[nodiscard]] bool empty() const { return up.empty(); }
};

/// One block per set of pairs (MARG has one per attribute, the others one). Empty for VAR and SD,
/// without a pair, or where gap_pairs() gives none.
[[nodiscard]] SummaryErrors summary_errors(SummaryKind kind, std::span<const RateErrors> blocks,
                                           std::int64_t people);

/// Root mean square of L: how far the summary strays where no two rates are equal.
[[nodiscard]] std::optional<double> standard_error(const SummaryErrors& errors);

/// None where there are no errors. A rate by regression can exceed 1, and then a gap can: an
/// interval never misses its estimate.
[[nodiscard]] CounterfactualReport::Interval adaptive_interval(SummaryKind kind,
                                                               const SummaryErrors& errors,
                                                               double alpha);

/// Makes the largest gap's interval one that the average's does not contradict.
[[nodiscard]] CounterfactualReport::Interval largest_above_average(
    const CounterfactualReport::Interval& largest, const CounterfactualReport::Interval& average);

/// Of the first summary minus the second, from the same resamples.
[[nodiscard]] CounterfactualReport::Interval adaptive_difference(const SummaryErrors& first,
                                                                 const SummaryErrors& second,
                                                                 double alpha);

}  // namespace faultline::methods
