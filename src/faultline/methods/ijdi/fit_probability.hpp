#pragma once
// True probabilities of the outcome where none are known: predicted from covariates, out of fold
// (probability_recipe.hpp). The people of one profile fall into several folds and then differ in p,
// so a profile becomes at most five.

#include <memory>
#include <string>
#include <vector>

#include "faultline/data/profiles.hpp"
#include "faultline/methods/ijdi/probability_recipe.hpp"
#include "faultline/methods/result.hpp"
#include "faultline/model/registry.hpp"

namespace faultline::methods {

/// Name of the column of numbers that is added.
inline constexpr const char* kFittedProbability = "(fitted probability)";

struct FittedProbability {
  data::Profiles profiles{};  // the same people with the fitted probability as a further number
  ModelReport
      report{};  // coefficients of the fit on everybody; calibration of the out-of-fold ones
};

/// By this recipe, made from the same profiles.
[[nodiscard]] FittedProbability fit_probability(const data::Profiles& profiles,
                                                const ProbabilityRecipe& recipe);

}  // namespace faultline::methods
