#pragma once
// The true rates of simulated people in the form that summaries are made of. In the header, so that
// `simulate`, which shows the truth beside its data, need not wait for the studies to be compiled.

#include <array>
#include <cstddef>
#include <vector>

#include "faultline/methods/counterfactual/summaries.hpp"
#include "faultline/simulate/counterfactual_population.hpp"

namespace faultline::studies {

[[nodiscard]] inline methods::Rates rates_of(const simulate::CounterfactualTruth& truth) {
  const auto list = [](const std::array<double, 4>& values) {
    return std::vector<double>(values.begin(), values.end());
  };
  return {.cfpr = list(truth.cfpr),
          .cfnr = list(truth.cfnr),
          .marginal_cfpr = list(truth.marginal_cfpr),
          .marginal_cfnr = list(truth.marginal_cfnr),
          .observed_fpr = list(truth.observed_fpr),
          .observed_fnr = list(truth.observed_fnr)};
}

/// Two attributes of two values each.
[[nodiscard]] inline methods::SummaryValues summaries_of(const methods::Rates& rates, bool cfpr) {
  constexpr std::array<std::size_t, 2> kArities{2, 2};
  return methods::summarise(rates, cfpr, kArities);
}

[[nodiscard]] inline methods::SummaryValues true_summaries(
    const simulate::CounterfactualTruth& truth, bool cfpr) {
  return summaries_of(rates_of(truth), cfpr);
}

}  // namespace faultline::studies
