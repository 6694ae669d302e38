#pragma once
// Figures 2, 3 and 4 of Wastvedt, Huling and Wolfson (2022): estimates over many data sets of one
// population, by every estimator, beside the truth.

#include <array>
#include <cstdint>
#include <string_view>
#include <vector>

#include "faultline/methods/hooks.hpp"
#include "faultline/studies/counterfactual/study.hpp"

namespace faultline::studies {

/// Outcome models, weights by three kinds of propensities, or both.
enum class StudyEstimator { regression, logistic, ensemble, true_propensity, doubly_robust };
inline constexpr std::array<std::string_view, 5> kEstimatorNames{
    "regression", "logistic", "ensemble", "true propensity", "doubly robust"};

/// One setting's estimates, in the order of the data sets.
struct Estimates {
  int scenario = 1;
  std::int64_t people = 0;
  StudyEstimator estimator{};
  std::vector<methods::Rates> rates{};
  simulate::CounterfactualTruth truth{};
};

/// Every scenario, size and estimator; the ensemble only in the first `options.ensembles` data
/// sets. One data set serves all estimators. Throws Cancelled when stopped.
[[nodiscard]] std::vector<Estimates> estimates_of(const CounterfactualStudyOptions& options,
                                                  const std::vector<StudyEstimator>& estimators,
                                                  const methods::Hooks& hooks);

/// Figure 2: groups' rates, one estimator and size.
[[nodiscard]] StudyOutput group_rates_output(const std::vector<Estimates>& estimates);
/// Figure 3: the summaries, one estimator and size.
[[nodiscard]] StudyOutput summaries_output(const std::vector<Estimates>& estimates);
/// Figure 4: AVG of cFNR by estimator and size.
[[nodiscard]] StudyOutput estimators_output(const std::vector<Estimates>& estimates);

}  // namespace faultline::studies
