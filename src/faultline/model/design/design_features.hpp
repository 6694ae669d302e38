#pragma once
// A design's covariates as features: dummies become the categorical covariate they stand for, its
// reference level included, so that trees may ask for any value; other columns are numbers. The
// intercept is left out.

#include "faultline/model/design/design.hpp"
#include "faultline/model/design/features.hpp"

namespace faultline::model {

[[nodiscard]] Features features_of(const Design& design);

}  // namespace faultline::model
