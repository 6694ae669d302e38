#pragma once
// What a counterfactual audit says of its groups and models, beside the rates: who could not be
// estimated and why, whether everybody could have gone untreated, how well treatment is modelled.

#include <span>
#include <string>
#include <vector>

#include "faultline/methods/counterfactual/rates.hpp"
#include "faultline/methods/result.hpp"

namespace faultline::methods {

/// Every intersection, those without people too, in the order of the attributes' values; counts,
/// positivity and reasons, without rates. `fitter` has just estimated by weighting. A group in
/// which everybody with one decision was treated has no rates: nobody shows what those people's
/// outcomes would have been.
[[nodiscard]] std::vector<CounterfactualReport::Group> describe_groups(const Sample& everybody,
                                                                       std::size_t decision,
                                                                       const RateFitter& fitter,
                                                                       RateEstimator estimator);

/// Which of the population's groups have which rate, by the reasons given.
[[nodiscard]] Estimable estimable_groups(std::span<const CounterfactualReport::Group> groups,
                                         const Population& population);

/// Position of each described group among the population's groups; -1 for those without people.
[[nodiscard]] std::vector<int> population_groups(const Population& population);

/// Groups that summaries leave out.
[[nodiscard]] Notices excluded_groups(std::span<const CounterfactualReport::Group> groups);

/// Counts of propensities that were moved or left out, and warnings on positivity.
void describe_positivity(const Sample& everybody, std::span<const double> propensity,
                         const CounterfactualOptions& options,
                         CounterfactualReport::Decision& decision);

/// The model of treatment; `fitted` is none where propensities are given.
[[nodiscard]] ModelReport describe_treatment_model(const Sample& everybody,
                                                   const std::string& decision,
                                                   std::span<const double> propensity,
                                                   const model::GroupLogistic* fitted);

}  // namespace faultline::methods
