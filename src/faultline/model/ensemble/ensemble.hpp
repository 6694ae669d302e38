#pragma once
// A super learner (van der Laan, Polley, Hubbard 2007) of a binary label: the mixture of logistic
// regression, forest and boosted trees whose weights (none negative, sum one) minimise the
// cross-validated log loss; cross-fitted, so that nobody's own label enters his or her probability.
// For every fold k the whole super learner is trained on the people outside k: its learners, the
// Platt scale of the trees and the weights. The folds but k serve as the folds of the inner
// cross-validation; a learner trained without folds j and k then serves both, so ten folds cost 55
// fits of each learner. Log loss, because inverse probability weights suffer most from
// probabilities that are wrong near 0 and 1, which squared error hardly sees.

#include <cstdint>
#include <span>
#include <stop_token>
#include <string>
#include <vector>

#include "faultline/model/design/design.hpp"
#include "faultline/model/design/fold_people.hpp"

namespace faultline::model {

struct EnsembleOptions {
  int folds = 10;
  double ridge = 1;  // of the logistic regression, intercept free: keeps folds from separating
  int trees = 100;   // of the forest, and of the boosted trees
  std::uint64_t seed = 1;
  std::uint32_t replicate = 0;  // tells resamples of one seed apart
  int threads = 1;              // 0: all; the result does not depend on it

  friend bool operator==(const EnsembleOptions&, const EnsembleOptions&) = default;
};

/// Throws ConfigError.
void validate(const EnsembleOptions& options);

struct EnsembleMember {
  std::string learner{};   // "logistic" | "forest" | "boosted"
  double weight = 0;       // mean over folds
  double weight_low = 0;   // least and
  double weight_high = 0;  // largest of a fold
  double loss = 0;         // mean log loss per person, each held out
};

struct EnsembleReport {
  int folds = 0;
  std::vector<EnsembleMember> members{};
  double loss = 0;                             // of the ensemble, as above
  bool converged = true;                       // logistic regressions and weights, in every fold
  std::vector<std::vector<double>> weights{};  // [fold][member]
  data::Notices warnings{};
};

struct CrossFit {
  FoldedPeople people{};  // who is in which fold
  std::vector<double>
      probability{};  // of label 1, rows x folds; NaN where the row has nobody there
  EnsembleReport report{};

  /// Mean over the row's people with that label; NaN when there are none.
  [[nodiscard]] double mean_probability(std::int64_t row, int label) const;
};

/// Fewest people in a leaf of the forest. Probabilities are wanted, not classes: leaves of single
/// people cost five times as much and predict worse.
inline constexpr double kEnsembleLeaf = 20;
/// Every learner's probability is kept this far inside of 0 and 1.
inline constexpr double kEnsembleInside = 1e-6;

/// `people` and, of them, `positive` per row of the design, which need not be distinct. Throws
/// InputError when a label has fewer than three people, Cancelled when stopped.
[[nodiscard]] CrossFit fit_ensemble(const Design& design, std::span<const std::int64_t> people,
                                    std::span<const std::int64_t> positive,
                                    const EnsembleOptions& options, std::stop_token stop = {});

/// The same with folds that the caller dealt (a resample keeps copies of a person together); every
/// fold needs people, and people of either label must be left when any two folds are held out.
[[nodiscard]] CrossFit fit_ensemble(const Design& design, FoldedPeople people,
                                    const EnsembleOptions& options, std::stop_token stop = {});

}  // namespace faultline::model
