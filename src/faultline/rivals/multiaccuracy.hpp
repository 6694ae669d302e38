#pragma once
// MultiAccuracy Boost (Kim, Ghorbani, Zou) as an auditor, as Boxer, McFowland and Neill describe
// and adapt it (Appendix B.1). Every iteration splits the people into a training and a holdout half
// and tries three partitions in turn (everybody, P > 0.5, P <= 0.5): a ridge regression of a
// residual heuristic on the features, trained on one half; its score is the mean over the holdout
// half of prediction times residual P - Y. The first partition whose score exceeds 1e-4 has its
// log-odds moved by 0.1 times the regression's values, and the next iteration begins. The answer is
// the partition with the highest score over all iterations.
//
// What the description leaves open, and what is done here:
// - The heuristic, "similar to an absolute residual": |P - Y| or the signed P - Y. What the paper
//   tells of COMPAS fits the first for the default auditor (it may stop at the partition P > 0.5,
//   with no priors and Hispanic as factors) and the second for the directional one (no priors,
//   female, 25 or over, misdemeanour). With |P - Y| the directional score of everybody is always
//   far above the threshold, so that its answer is always everybody. The simulation study uses the
//   signed one.
// - Predictions that are too high have a positive residual, so log-odds are moved down.
// - Halves: as many people in each (the odd one in holdout), drawn anew in every iteration.
// - The loop ends when no partition scores above the threshold, or after `max_iterations`; a
//   partition without people in one of the halves is passed over.
// - Predictions are kept in [clip, 1 - clip] so that they have log-odds.

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "faultline/rivals/audit_rows.hpp"

namespace faultline::rivals {

enum class Partition { everybody, above_half, at_most_half };
enum class ResidualHeuristic { absolute, signed_residual };

struct MultiAccuracyOptions {
  bool directional = false;  // residuals below 0 count as 0 in the score: only over-estimation
  ResidualHeuristic heuristic = ResidualHeuristic::absolute;
  double alpha = 1.0;
  double step = 0.1;
  double threshold = 1e-4;
  int max_iterations = 100;
  double clip = 0.001;
  std::uint64_t seed = 1;
  std::uint32_t replicate = 0;  // another run of the same seed
};

/// Throws ConfigError.
void validate(const MultiAccuracyOptions& options);

struct MultiAccuracyBest {
  Partition partition = Partition::everybody;
  int iteration = 0;  // from 1
  double score = 0;
  std::vector<std::uint8_t> member{};  // of each entry, when it was found: 1 inside
  std::vector<std::pair<std::string, double>> coefficients{};
};

struct MultiAccuracyResult {
  std::optional<MultiAccuracyBest> best{};  // none: no partition scored above the threshold
  int iterations = 0;                       // that corrected something
  bool ended = true;                        // false: the limit of iterations came first
};

/// The same for the same seed, replicate and entries; entries are split in their order.
[[nodiscard]] MultiAccuracyResult multiaccuracy(const AuditRows& rows,
                                                const MultiAccuracyOptions& options);

/// "everybody", "P > 0.5", "P <= 0.5".
[[nodiscard]] std::string_view name_of(Partition partition);

}  // namespace faultline::rivals
