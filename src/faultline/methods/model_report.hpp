#pragma once
// Parts of the report on a fitted model that every method fills in the same way.

#include <vector>

#include "faultline/methods/result.hpp"
#include "faultline/model/design/design.hpp"
#include "faultline/model/design/diagnostics.hpp"
#include "faultline/model/learner.hpp"

namespace faultline::methods {

/// A mean distance between predicted and observed that one would see in a plot.
inline constexpr double kBadCalibration = 0.05;

/// Whether a curve is off by more than kBadCalibration, and by more than the share of positives in
/// bins of so few people strays by chance (one in a hundred good models would).
[[nodiscard]] bool is_badly_calibrated(const std::vector<model::CalibrationBin>& curve);

/// Learner, convergence, coefficients and warnings of the last fit.
void report_fit(const model::Learner& learner, const model::Design& design, ModelReport& report);

/// The curve and the calibration error.
void report_calibration(const std::vector<model::CalibrationBin>& curve, ModelReport& report);

}  // namespace faultline::methods
