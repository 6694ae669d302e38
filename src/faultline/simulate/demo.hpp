#pragma once
// The data of `faultline demo`: 6,000 invented patients, a readmission model, and one subgroup for
// which the model is wrong.

#include <cstdint>

#include "faultline/simulate/semi_synthetic.hpp"

namespace faultline::simulate {

/// Columns sex, age_group, insurance, prior_admissions, ward, outcome (readmitted), prediction,
/// decision. For patients of 75 or over without earlier admissions the true probability lies 0.25
/// below what the model was fitted to (mu_suf), so their predictions are too high.
[[nodiscard]] SemiSynthetic demo_data(std::uint64_t seed = 1);

}  // namespace faultline::simulate
