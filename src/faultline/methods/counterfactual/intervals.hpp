#pragma once
// Standard errors and intervals from m out of n resamples. With q the quantiles of the resampled
// estimates and s = sqrt(m / n):
//   SE          s times their standard deviation
//   t           [2 theta - q(1 - a/2), 2 theta - q(a/2)], as printed in the paper
//   t rescaled  theta - s (q - theta)
//   normal      theta -+ z SE
//   percentile  q itself, as printed
// The adaptive interval serves means and maxima of absolute differences, convex functions of the
// rates with kinks where two rates are equal. With h the error of a difference d,
//   sign(d) h <= |d + h| - |d| <= |h|,
// so the upper end takes the left side for every pair, and the lower end the right side for the
// pairs that may be equal (within sqrt(log n) standard errors) and the left side for the others.
// Errors are those of resamples of full size, centred, since rates are smooth functions of the
// data. It is conservative where rates are about equal and about the normal interval where they are
// clearly apart. Of pairs that may be equal the sign is estimated; with very unequal groups the
// upper end may miss a little more often than alpha / 2. The spread of differences (VAR, SD) is not
// convex and has no such interval.

#include <cstdint>
#include <span>
#include <vector>

#include "faultline/methods/counterfactual/summaries.hpp"
#include "faultline/methods/result.hpp"

namespace faultline::methods {

struct Resampling {
  std::int64_t people = 0;  // n
  std::int64_t size = 0;    // m
  double alpha = 0.05;
};

/// s times the standard deviation; NaN among the resampled values are left out. None with fewer
/// than two.
[[nodiscard]] std::optional<double> rescaled_error(std::span<const double> resampled,
                                                   const Resampling& resampling);

/// All but `adaptive`.
[[nodiscard]] CounterfactualReport::Intervals paper_intervals(double estimate,
                                                              std::span<const double> resampled,
                                                              const Resampling& resampling);

/// theta -+ z SE.
[[nodiscard]] CounterfactualReport::Interval normal_interval(double estimate, double error,
                                                             double alpha);

/// Of one group's rate: normal, or Wilson's with the effective size where fewer than ten weighted
/// people are on either side.
[[nodiscard]] CounterfactualReport::Interval rate_interval(double rate, double error,
                                                           double effective_size, double alpha);

/// Rates that a summary compares, with their resamples: one block per set of pairs (MARG has one
/// per attribute, the others one).
struct ComparedRates {
  std::vector<std::vector<double>> rates{};                   // [block][rate]; NaN: undefined
  std::vector<std::vector<std::vector<double>>> resampled{};  // [block][resample][rate]
};

/// A pair that fewer resamples define has no error to speak of.
inline constexpr std::size_t kFewestResamples = 20;
/// Beyond, an interval would cost more than all the models.
inline constexpr std::size_t kMostPairs = 500'000;

/// Each pair is judged by the resamples that define both its rates. None for VAR and SD, without a
/// pair, with over kMostPairs pairs, or when a pair has fewer than kFewestResamples such resamples.
[[nodiscard]] CounterfactualReport::Interval adaptive_interval(SummaryKind kind,
                                                               const ComparedRates& compared,
                                                               const Resampling& resampling);

}  // namespace faultline::methods
