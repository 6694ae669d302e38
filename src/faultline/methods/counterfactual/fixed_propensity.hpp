#pragma once
// Propensities that permutations and resamples keep as they are, each with its person: those of a
// given column, of an ensemble (too dear to fit a thousand times), or of a logistic model when
// asked for.

#include <vector>

#include "faultline/methods/counterfactual/counterfactual.hpp"

namespace faultline::methods {

struct FixedPropensity {
  std::vector<std::vector<double>> by_decision{};  // [decision][profile]; empty: to be fitted
  std::vector<ModelReport> models{};               // of each decision, where there is more to say
};

[[nodiscard]] FixedPropensity fixed_propensity(const CounterfactualInput& input,
                                               const CounterfactualOptions& options,
                                               const Hooks& hooks);

}  // namespace faultline::methods
