#pragma once
// Predictions of people by models that have not seen them: by cross-validation for everybody, or by
// one split for a test part. Given predictions are taken as they are, for everybody.

#include <cstdint>
#include <string>
#include <vector>

#include "faultline/methods/hooks.hpp"
#include "faultline/methods/result.hpp"
#include "faultline/methods/sources/input.hpp"
#include "faultline/methods/sources/losses.hpp"

namespace faultline::methods {

struct EvaluatedModel {
  SourcesReport::Model model{};
  std::vector<std::int64_t> person{};  // positions in the input, ascending
  std::vector<std::int32_t> fold{};    // per person here; all 0 after a split; empty when given
  ModelPredictions predicted{};        // one entry per person here
  int folds = 0;                       // 1 after a split; 0 when given
  std::int64_t clipped = 0;            // linear probabilities that were moved to 0 or 1
};

/// Folds are dealt at random over everybody. Throws InputError when there are fewer people than
/// folds, Cancelled when stopped.
[[nodiscard]] EvaluatedModel evaluate(const SourcesInput& input, const SourcesOptions& options,
                                      const model::LearnerOptions& learner, const Hooks& hooks);
[[nodiscard]] EvaluatedModel evaluate(const SourcesInput& input, const SourcesOptions& options,
                                      const SourcesInput::GivenModel& given);

/// Adds to the fits of a learner in the report, which may not name it yet.
void count_fits(const model::LearnerOptions& learner, std::int64_t fits, std::int64_t not_converged,
                SourcesReport& report);

/// Costs, levels, group tests of one model, and comparisons of all pairs of models on the same
/// people, added to the report.
void add_costs(const SourcesInput& input, const SourcesOptions& options,
               const std::vector<EvaluatedModel>& models, SourcesReport& report);

}  // namespace faultline::methods
