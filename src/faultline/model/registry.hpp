#pragma once
// The learners by name, the same in every command:
//   logistic     L2-penalised logistic regression by Newton's method; binary outcomes only
//   logistic-l1  L1-penalised, by liblinear; binary outcomes of single people only
//   ridge        least squares with a ridge; of a binary outcome a linear probability
//   tree         one tree of limited depth, exact splits
//   forest       100 trees of unlimited depth on bootstrap samples, sqrt(columns) tried per split
//   boosted      100 trees of depth 3 (XGBoost)

#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <string_view>

#include "faultline/model/learner.hpp"

namespace faultline::model {

struct LearnerOptions {
  LearnerKind kind = LearnerKind::logistic;
  /// logistic, ridge: of the penalty against the sum of losses; intercept free
  double strength = 1;
  bool standardise = false;  // logistic: penalise dummies on the scale of their standard deviation
  int depth = 4;             // tree
  int trees = 100;           // forest, boosted
  double leaf = 0;           // forest, tree: least weight of a leaf, people having 1 on average
  int columns_tried = 0;     // forest: at a split; 0: sqrt(columns)
  std::uint64_t seed = 1;

  friend bool operator==(const LearnerOptions&, const LearnerOptions&) = default;
};

/// What a word means; data::words(LearnerKind) has the words themselves.
struct LearnerEntry {
  LearnerKind kind = LearnerKind::logistic;
  bool numbers = false;   // also predicts outcomes that are numbers
  bool settings = false;  // has a setting worth choosing by the data: tuned()
  bool log_odds = false;  // its log-odds need no Platt scaling
};
[[nodiscard]] std::span<const LearnerEntry> learners();
/// Throws InternalError for what is no single learner (an ensemble, a column).
[[nodiscard]] const LearnerEntry& learner_entry(LearnerKind kind);

/// Throws ConfigError on other names than those above.
[[nodiscard]] LearnerOptions parse_learner(std::string_view name);
/// With its settings, for a reader: "forest of 100 trees", "L1 logistic regression, strength 0.1".
[[nodiscard]] std::string describe(const LearnerOptions& options);

/// A learner as it is, which keeps a reference to the table. Throws ConfigError on options, or when
/// it cannot predict the kind of outcome; InternalError for what is no single learner.
[[nodiscard]] std::unique_ptr<Learner> bare_learner(const LearnerOptions& options,
                                                    const Design& design);
[[nodiscard]] std::unique_ptr<Learner> bare_learner(const LearnerOptions& options,
                                                    const Features& features, OutcomeKind outcome);

/// A model of a probability on weighted tuples: whatever does not fit log-odds is Platt-scaled.
[[nodiscard]] std::unique_ptr<Learner> make_learner(const LearnerOptions& options,
                                                    const Design& design);
/// A model of single people's outcomes: probabilities stay in [0, 1], and when every outcome is the
/// same, that is what is predicted.
[[nodiscard]] std::unique_ptr<Learner> make_learner(const LearnerOptions& options,
                                                    const Features& features, OutcomeKind outcome);

}  // namespace faultline::model
