#pragma once
// What scores say of people who have weights or come in clusters, beyond totals: how well they rank
// (AUC) and the slope of their recalibration. Both are as of people without weights, each counted
// by the weight; the variance is the sum over units, people or clusters, of the square of what the
// unit adds to the estimate (its influence: for AUC DeLong's shares, for the slope the sandwich of
// White and Liang and Zeger). Degrees of freedom are those of the rarer outcome's units, or fewer
// where few units matter much.

#include "faultline/methods/metrics/measure.hpp"

namespace faultline::methods {

/// `clustered`: people of one cluster are one unit.
[[nodiscard]] Measure survey_ranking(const Tally& tally, bool clustered);
[[nodiscard]] Measure survey_slope(const Tally& tally, bool clustered);

}  // namespace faultline::methods
