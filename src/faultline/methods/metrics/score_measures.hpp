#pragma once
// What scores say of a group beside the outcomes: losses, calibration in the large, and the slope
// of a logistic recalibration, logit P(Y = 1) = a + b logit(score) (Cox 1958), whose b is 1 where
// predictions are neither too bold (b < 1) nor too timid (b > 1).

#include <span>

#include "faultline/methods/metrics/measure.hpp"

namespace faultline::methods {

/// `any`: scores need not be probabilities.
[[nodiscard]] Measure mean_score(std::span<const ScoreCell> cells, bool any = false);
[[nodiscard]] Measure brier(std::span<const ScoreCell> cells);
/// Not defined where a prediction of 0 or 1 was wrong: the loss is infinite.
[[nodiscard]] Measure log_loss(std::span<const ScoreCell> cells);
[[nodiscard]] Measure calibration_gap(std::span<const ScoreCell> cells);
[[nodiscard]] Measure calibration_slope(std::span<const ScoreCell> cells);

}  // namespace faultline::methods
