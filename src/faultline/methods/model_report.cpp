#include "faultline/methods/model_report.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace faultline::methods {

void report_fit(const model::Learner& learner, const model::Design& design, ModelReport& report) {
  const model::FitReport fit = learner.report();
  report.learner = fit.learner;
  report.converged = fit.converged;
  report.iterations = fit.iterations;
  report.gradient_norm = fit.gradient_norm;
  report.separated = fit.separated;
  report.reference_levels = design.reference_levels();
  report.dropped = fit.dropped;
  report.coefficients = fit.coefficients;
  report.notices = fit.warnings;
}

bool is_badly_calibrated(const std::vector<model::CalibrationBin>& curve) {
  // |Z| of a standard normal Z has the mean sqrt(2 / pi) and the variance 1 - 2 / pi.
  constexpr double kMean = std::numbers::sqrt2 * std::numbers::inv_sqrtpi;
  constexpr double kOneInHundred = 2.326;
  double all = 0;
  double expected = 0;
  double variance = 0;
  for (const model::CalibrationBin& bin : curve) {
    const double error = std::sqrt(bin.predicted * (1 - bin.predicted) / std::max(1.0, bin.people));
    all += bin.weight;
    expected += bin.weight * kMean * error;
    variance += bin.weight * bin.weight * (1 - kMean * kMean) * error * error;
  }
  if (!(all > 0)) return false;
  const double chance = (expected + kOneInHundred * std::sqrt(variance)) / all;
  return model::calibration_error(curve) > std::max(kBadCalibration, chance);
}

void report_calibration(const std::vector<model::CalibrationBin>& curve, ModelReport& report) {
  for (const model::CalibrationBin& bin : curve) {
    report.calibration.push_back(
        {bin.predicted, bin.observed, std::llround(bin.people), bin.interval});
  }
  report.calibration_error = model::calibration_error(curve);
}

}  // namespace faultline::methods
