#pragma once
// What the data alone say: which groups can be estimated, their rates by the three estimators, and
// the models behind them.

#include <array>
#include <optional>
#include <vector>

#include "faultline/methods/counterfactual/sensitivity.hpp"

namespace faultline::methods {

/// What a rate rests on; per group of the population.
struct RateBasis {
  std::vector<double> effective_size{};  // of the untreated people behind it
  std::vector<double> margin_size{};     // of those behind the values of single attributes
  Firm firm{};                           // enough of them, and a rate
  Firm summarised{};                     // groups that summaries are about: the firm ones
  Firm margins{};                        // values of single attributes, likewise
  Firm bounded{};                        // firm, and not 0 or 1, whose bounds are themselves
  std::optional<double> vanishes_at{};   // gamma
};

/// Per decision, what replicates need to know.
struct Estimates {
  std::vector<Rates> rates{};                     // by the chosen estimator
  std::vector<ModelStarts> starts{};              // coefficients that later fits start from
  std::vector<Estimable> estimable{};             // groups that have rates
  std::vector<std::array<RateBasis, 2>> basis{};  // of cFPR and of cFNR
  std::vector<std::vector<RateBounds>> bounds{};  // by gamma; none with too many groups
};

/// Fills the report's decisions (groups, positivity, warnings), who is left out, and the models;
/// and makes permutations leave out groups that have no rate.
[[nodiscard]] Estimates estimate_rates(const CounterfactualInput& input,
                                       const CounterfactualOptions& options, Population& population,
                                       CounterfactualResult& result);

}  // namespace faultline::methods
