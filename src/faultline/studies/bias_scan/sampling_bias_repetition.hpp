#pragma once
// One repetition of the sampling-bias study: biased training data, predictions by the profiles'
// rates, unbiased test data, the true subgroup's score and the best subgroup of all.

#include <cstdint>
#include <vector>

#include "faultline/studies/bias_scan/sampling_bias.hpp"

namespace faultline::studies {

struct SamplingBiasSetting {
  double delta = 1;
  std::int64_t train_rows = 0;
  std::int64_t test_rows = 0;
  std::uint32_t substream = 0;
};

/// What one repetition contributes.
struct RepetitionOutcome {
  double score = 0;
  double limit = 0;
  double threshold = 0;
  double maximum = 0;
  double overlap = 0;
  bool significant = false;
};

class SamplingBiasRunner {
 public:
  /// Keeps a reference to the study, of which it reads everything but the rows.
  SamplingBiasRunner(const SamplingBiasStudy& study, simulate::ProfilePopulation population);

  /// The same whatever ran before; from any thread.
  [[nodiscard]] RepetitionOutcome run(const SamplingBiasSetting& setting,
                                      std::uint32_t repetition) const;

  /// Corollary 1 for the population's mix of profiles.
  [[nodiscard]] double corollary(double delta) const;

 private:
  const SamplingBiasStudy& study_;
  simulate::ProfilePopulation population_;
  std::vector<bool> inside_;
  simulate::Membership truth_;
};

}  // namespace faultline::studies
