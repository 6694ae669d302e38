#pragma once
// Predictions of everybody after training on sets drawn again and again (with replacement, or by
// random splits), by those training sets that left him or her out. All learners see the same
// training sets. Only what a decomposition needs is kept per person: how many predictions, how many
// of them are 1, their mean and their variance.

#include <cstdint>
#include <vector>

#include "faultline/methods/hooks.hpp"
#include "faultline/methods/sources/deadline.hpp"
#include "faultline/methods/sources/input.hpp"

namespace faultline::methods {

/// Of one learner, per person.
struct PredictionMoments {
  std::vector<std::int64_t> flagged{};
  std::vector<double> mean{};
  std::vector<double> squares{};  // of deviations from the mean, summed
  std::int64_t not_converged = 0;
};

struct TrainingDrawsResult {
  std::vector<model::LearnerOptions> learners{};  // with the settings that were used
  std::vector<std::int64_t> predictions{};        // per person, the same for all learners
  std::vector<PredictionMoments> moments{};       // per learner
  std::int64_t finished = 0;                      // training sets
  bool stopped = false;
};

/// Settings of a learner are chosen once, on the people of the first training set (each once).
[[nodiscard]] TrainingDrawsResult run_training_draws(const SourcesInput& input,
                                                     const SourcesOptions& options,
                                                     const Deadline& deadline, const Hooks& hooks);

}  // namespace faultline::methods
