#pragma once
// Learners as a user names them, for a binary outcome (predicts its probability) or a number
// (predicts its mean), trained on some people of a table of features and asked about others:
//   logistic  penalised by L2 or L1 (liblinear); binary outcomes only
//   ridge     least squares with a ridge; of a binary outcome a linear probability, kept in [0, 1]
//   tree      one tree of limited depth
//   forest    100 trees of unlimited depth on bootstrap samples, sqrt(columns) tried per split
//   boosted   100 trees of depth 3
// A predictor belongs to one thread and is refitted as often as one likes. What it learns depends
// on the people, the options and the substream alone.

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "faultline/data/terms.hpp"
#include "faultline/model/design/features.hpp"

namespace faultline::model {

enum class PredictorKind { logistic, ridge, tree, forest, boosted };
enum class Penalty { l1, l2 };
using data::OutcomeKind;

struct PredictorOptions {
  PredictorKind kind = PredictorKind::logistic;
  Penalty penalty = Penalty::l2;  // logistic
  double strength = 1;            // logistic, ridge: of the penalty against the sum of losses
  int depth = 4;                  // tree
  int trees = 100;                // forest, boosted
  std::uint64_t seed = 1;
  friend bool operator==(const PredictorOptions&, const PredictorOptions&) = default;
};

/// "logistic", "logistic-l1", "ridge", "tree", "forest", "boosted". Throws ConfigError on others.
[[nodiscard]] PredictorOptions parse_predictor(std::string_view name);
[[nodiscard]] std::string name_of(const PredictorOptions& options);
/// With its settings, for a reader: "forest of 100 trees", "L1 logistic regression, strength 0.1".
[[nodiscard]] std::string describe(const PredictorOptions& options);

/// People to learn from: positions in the features, one may come several times. `outcome` has one
/// entry per row of the features.
struct TrainingSet {
  std::span<const std::int64_t> people{};
  std::span<const double> outcome{};
  std::uint32_t substream = 0;  // tells training sets of one seed apart (row sampling of trees)
};

class Predictor {
 public:
  virtual ~Predictor() = default;
  /// Throws NumericError when there is nobody. When every outcome is the same, predicts it.
  virtual void fit(const TrainingSet& training) = 0;
  /// Of the people named, after fit(); probabilities lie in [0, 1].
  virtual void predict(std::span<const std::int64_t> people, std::span<double> out) const = 0;
  /// Whether the last fit reached its optimum; trees always do what they do.
  [[nodiscard]] virtual bool converged() const { return true; }
};

/// Keeps a reference to the features. Throws ConfigError when the learner cannot predict the kind
/// of outcome.
[[nodiscard]] std::unique_ptr<Predictor> make_predictor(const PredictorOptions& options,
                                                        const Features& features,
                                                        OutcomeKind outcome);

/// Settings worth choosing by the data: the strength of a penalty, the depth of a tree. Forests and
/// boosted trees have none here.
[[nodiscard]] bool has_settings(PredictorKind kind);
/// The settings with the least loss (log loss or squared error) over three folds of the training
/// people; ties go to the simpler model.
[[nodiscard]] PredictorOptions tuned(const PredictorOptions& options, const Features& features,
                                     OutcomeKind outcome, const TrainingSet& training);

}  // namespace faultline::model
