#pragma once
// True probabilities of the outcome where none are known: predicted from covariates, out of fold,
// so that nobody's own outcome enters his or her probability. Five folds of people, dealt out in
// the canonical order of profiles: person i is in fold i mod 5, whatever the order of rows. The
// people of one profile fall into several folds and then differ in p, so a profile becomes at most
// five.

#include <string>
#include <vector>

#include "faultline/data/profiles.hpp"
#include "faultline/methods/result.hpp"
#include "faultline/model/registry.hpp"

namespace faultline::methods {

/// Four fifths to learn from is close to all, at five times the cost of one fit.
inline constexpr int kProbabilityFolds = 5;
/// Name of the column of numbers that is added.
inline constexpr const char* kFittedProbability = "(fitted probability)";

struct FittedProbability {
  data::Profiles profiles{};  // the same people with the fitted probability as a further number
  ModelReport
      report{};  // coefficients of the fit on everybody; calibration of the out-of-fold ones
};

/// Covariates are names of attributes or numbers of the profiles, at least one. Throws InputError
/// when there are fewer than ten people or all have the same outcome.
[[nodiscard]] FittedProbability fit_probability(const data::Profiles& profiles,
                                                const std::vector<std::string>& covariates,
                                                const model::LearnerOptions& options);

}  // namespace faultline::methods
