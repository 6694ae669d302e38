#include "faultline/methods/model_report.hpp"

#include <cmath>

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

void report_calibration(const std::vector<model::CalibrationBin>& curve, ModelReport& report) {
  for (const model::CalibrationBin& bin : curve) {
    report.calibration.push_back(
        {bin.predicted, bin.observed, std::llround(bin.people), bin.interval});
  }
  report.calibration_error = model::calibration_error(curve);
}

}  // namespace faultline::methods
