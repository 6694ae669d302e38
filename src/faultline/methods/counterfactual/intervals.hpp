#pragma once
// Standard errors and intervals from m out of n resamples. With q the quantiles of the resampled
// estimates and s = sqrt(m / n):
//   SE          s times their standard deviation
//   t           [2 theta - q(1 - a/2), 2 theta - q(a/2)], as printed in the paper
//   t rescaled  theta - s (q - theta)
//   normal      theta -+ z SE
//   percentile  q itself, as printed
// The adaptive interval is in adaptive.hpp.

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

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

/// Of a share of few people (need, opportunity): on the log-odds, where it cannot leave [0, 1] and
/// is longer on the side where there is more room, with Student's t for the people that its error
/// was estimated from. A share of 0 or 1, whose error resamples cannot show, gets Wilson's.
[[nodiscard]] CounterfactualReport::Interval share_interval(double share, double error,
                                                            double effective_size, double alpha);

}  // namespace faultline::methods
