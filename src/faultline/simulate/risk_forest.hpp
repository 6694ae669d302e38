#pragma once
// The risk score of the counterfactual populations, a part of the generator: trees without limit of
// depth that look at every column, each on 63.2 % of the training people (the share of different
// people in a bootstrap sample), grown by XGBoost. It is not the learner that `forest` names
// (model/trees/forest.hpp): published populations, and every figure that rests on them, are made
// with this one, and must stay as they are.

#include <cstdint>
#include <span>
#include <vector>

#include "faultline/model/design/design.hpp"

namespace faultline::simulate {

struct RiskForestOptions {
  int trees = 500;
  std::uint64_t seed = 1;
  std::uint32_t substream = 0;
};

/// Scores of all rows of the design, learnt from the first ones, which have these outcomes of 0 and
/// 1. Throws ConfigError in a build without XGBoost.
[[nodiscard]] std::vector<double> risk_forest_scores(const model::Design& design,
                                                     std::span<const double> outcome,
                                                     const RiskForestOptions& options);

}  // namespace faultline::simulate
