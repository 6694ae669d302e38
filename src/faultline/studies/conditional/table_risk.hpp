#pragma once
// The German credit data has no risk score: the paper makes one by a logistic regression of the
// outcome on some attributes (Appendix C.2.1), which is then audited. Ridge 1, dummies 0/1, first
// level left out: with these the observed rates and counts of Table 6 come out.

#include <span>
#include <string>

#include "faultline/data/profiles.hpp"

namespace faultline::studies {

/// The profiles with the model's probability as prediction, and decision = probability >=
/// threshold. Throws InputError when a predictor is no attribute or there is no outcome.
[[nodiscard]] data::Profiles with_risk_model(data::Profiles profiles,
                                             std::span<const std::string> predictors,
                                             double threshold = 0.5);

}  // namespace faultline::studies
