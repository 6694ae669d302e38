#pragma once
// What the data alone say: which groups can be estimated, their rates by the three estimators, and
// the models behind them.

#include <vector>

#include "faultline/methods/counterfactual/rates.hpp"

namespace faultline::methods {

/// Per decision, what replicates need to know.
struct Estimates {
  std::vector<Rates> rates{};          // by the chosen estimator
  std::vector<ModelStarts> starts{};   // coefficients that later fits start from
  std::vector<Estimable> estimable{};  // groups that have rates
};

/// Fills the report's decisions (groups, positivity, warnings), who is left out, and the models;
/// and makes permutations leave out groups that have no rate.
[[nodiscard]] Estimates estimate_rates(const CounterfactualInput& input,
                                       const CounterfactualOptions& options, Population& population,
                                       CounterfactualResult& result);

}  // namespace faultline::methods
