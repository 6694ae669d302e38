#pragma once
// How far a probability model can be believed, in sentences, the same in every medium.

#include <string>
#include <vector>

#include "faultline/result/result.hpp"

namespace faultline::report {

/// P(treated | ...), whose overlap is that of treated and untreated people.
[[nodiscard]] bool is_about_treatment(const result::ModelReport& model);
/// "Propensity model", "Expectation model of fpr".
[[nodiscard]] std::string model_name(const result::ModelReport& model);
/// What it was fitted on and how it went.
[[nodiscard]] std::string fit_sentence(const result::ModelReport& model);
/// How near predicted and observed are; empty without a curve.
[[nodiscard]] std::string calibration_sentence(const result::ModelReport& model);
/// How comparable the class and the others are; empty without an overlap.
[[nodiscard]] std::string overlap_sentence(const result::ModelReport& model);
/// The model's own warnings; where it has none but failed, a sentence that says so.
[[nodiscard]] std::vector<std::string> model_warnings(const result::ModelReport& model);

}  // namespace faultline::report
