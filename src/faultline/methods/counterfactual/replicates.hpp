#pragma once
// The rates of permuted and resampled people: what u-values and intervals are made of. Replicates
// are independent pieces of work, each with its own random stream, so threads do not matter.

#include <cstdint>
#include <vector>

#include "faultline/methods/counterfactual/rates.hpp"
#include "faultline/methods/counterfactual/sensitivity.hpp"

namespace faultline::methods {

struct ReplicateRates {
  std::vector<std::vector<Rates>> rates{};  // [decision][finished replicate]
  // The first kBoundResamples, of Draw::full: [decision][replicate][gamma].
  std::vector<std::vector<std::vector<RateBounds>>> bounds{};
  std::int64_t finished = 0;
  std::int64_t not_converged = 0;  // replicates in which a model did not converge
  bool partial = false;
};

enum class Draw {
  permutation,
  resample,  // m out of n, by the options' scheme
  full,      // n out of n with replacement: for errors of rates, which are smooth
};

/// `starts` and `estimable`: per decision, coefficients of the fits to the data and which groups
/// have rates; empty: none, and all.
[[nodiscard]] ReplicateRates replicate_rates(const Population& population, Draw draw,
                                             std::int64_t replicates,
                                             const std::vector<ModelStarts>& starts,
                                             const std::vector<Estimable>& estimable,
                                             const CounterfactualOptions& options,
                                             const Hooks& hooks);

}  // namespace faultline::methods
