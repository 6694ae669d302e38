#pragma once
// `faultline reproduce ijdi-thresholding` (Experiment 1): disparities from a sharp threshold alone.
// True probabilities are uniform on .51 +- .01 k in a random subgroup S and on .49 +- .01 k
// outside; predictions equal them, outcomes follow them, the decision is p > .5. Theory: S violates
// the criterion for lambda below lambda* = (75 / k) (4999 - k^2) / (7497 - k^2), k >= 1; 50 for k
// < 1. The paper does not say how S is drawn: here from the values of age, sex and race.

#include <vector>

#include "faultline/studies/ijdi/detection.hpp"

namespace faultline::studies {

/// The cutoff of both error rates; k >= 0.
[[nodiscard]] double lambda_star(double k);

/// The rates behind it, from the uniform distribution (Appendix H): P(p > .5 | outcome) and E(p |
/// outcome) when p is uniform on centre +- .01 k, k >= 1.
struct UniformRates {
  double positive = 0;
  double mean = 0;
};
[[nodiscard]] UniformRates uniform_rates(double centre, double k, methods::ErrorRate error);

struct ThresholdingStudy {
  IjdiStudyOptions options{};
  std::vector<double> levels{0, 1, 3, 10};
  std::vector<DetectionRow> rows{};
};

/// Lambdas around every cutoff.
[[nodiscard]] std::vector<double> thresholding_lambdas();

/// `profiles` give the covariates; they need attributes under_25, sex and race.
[[nodiscard]] ThresholdingStudy thresholding_study(const data::Profiles& profiles,
                                                   const IjdiStudyOptions& options,
                                                   const methods::Hooks& hooks = {});

[[nodiscard]] StudyOutput to_output(const ThresholdingStudy& study);

}  // namespace faultline::studies
