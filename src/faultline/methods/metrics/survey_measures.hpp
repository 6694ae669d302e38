#pragma once
// Rates of people who have weights or come in clusters, and errors of predicted numbers, from the
// moments of a group.
//
// A share p has the interval of Wilson with n_eff = p (1 - p) / v people, v its variance by
// linearisation, and Student's t in place of the normal quantile (Franco, Little, Louis and Slud
// 2019 compare such intervals). It stays in [0, 1] and holds at 0 and 1, where v is 0 and n_eff is
// that of clusters whose people are all alike. n_eff never exceeds what the weights alone leave
// (Kish). Degrees of freedom are the units less one, but no more than the units with, or those
// without, the event: a variance that rests on four of them is known no better.

#include "faultline/methods/metrics/measure.hpp"

namespace faultline::methods {

[[nodiscard]] Measures measure_survey(const Tally& tally, const Tallies& roles);
/// Mean outcome and prediction, mean, mean absolute and root mean squared error.
[[nodiscard]] Measures measure_numbers(const Tally& tally);

}  // namespace faultline::methods
