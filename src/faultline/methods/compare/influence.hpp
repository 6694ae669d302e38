#pragma once
// How much each person moves a rate: the influence values u_i, which sum to 0 and whose sum of
// squares is the variance of the estimate. Two models' rates of the same people covary by the sum
// of the products of their influence values, which is what paired intervals and tests need.

#include <vector>

#include "faultline/methods/compare/compared_people.hpp"
#include "faultline/methods/metrics/measure.hpp"

namespace faultline::methods {

/// Of one person of each entry. `measure` is the same people's, and defined; of shares, means, F1,
/// balanced accuracy and AUC. Throws InternalError for a slope.
[[nodiscard]] std::vector<double> influences(RateName rate, const std::vector<SideEntry>& entries,
                                             const Measure& measure);

/// Of two estimates by the influence values of the same entries; 0 where one of them does not vary.
[[nodiscard]] double correlation(const std::vector<SideEntry>& entries,
                                 const std::vector<double>& a, const std::vector<double>& b);

/// Whether the entry is among those whom a share is about, and whether it has the event.
struct ShareOf {
  bool among = false;
  bool event = false;
};
/// Of selection rate, error rates, predictive values, accuracy and base rate.
[[nodiscard]] ShareOf share_of(RateName rate, const SideEntry& entry);

/// What a mean is the mean of: of Brier score, log loss, mean score and calibration gap.
[[nodiscard]] double value_of(RateName rate, const SideEntry& entry);

}  // namespace faultline::methods
