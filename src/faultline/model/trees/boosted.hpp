#pragma once
// Boosted trees through XGBoost: 100 trees of depth 3 and rate 0.1 that lower the logistic loss, or
// squared error where the outcome is a number. Rows are dense (a design's, without the intercept)
// or hold what is present only (features: dummies that are 1, words that occur, all numbers).
// XGBoost keeps labels and weights in single precision.

#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <vector>

#include "faultline/model/learner.hpp"
#include "faultline/model/trees/booster.hpp"

namespace faultline::model {

/// A table as XGBoost reads it.
struct TreeTable {
  std::int64_t rows = 0;
  std::function<TreeMatrix(std::span<const std::int64_t>)> matrix{};  // of the rows named
};
/// Keeps a reference to the design, which must have all its columns.
[[nodiscard]] TreeTable dense_table(const Design& design);
/// Copies the features in single precision.
[[nodiscard]] TreeTable sparse_table(const Features& features);

class Boosted final : public Learner {
 public:
  Boosted(int trees, TreeTable table, OutcomeKind outcome);

  /// Iterations are trees.
  [[nodiscard]] FitReport report() const override;

 private:
  void learn(const TrainingRows& rows) override;
  void means(std::span<const std::int64_t> rows, std::span<double> out) const override;
  void log_odds_of_all(std::span<double> out) const override;
  void load(const TrainingRows& rows);
  void margins(std::span<const std::int64_t> rows, std::span<double> out) const;

  int trees_;
  TreeTable table_;
  OutcomeKind outcome_;
  std::vector<std::int64_t> distinct_{};       // rows with weight, ascending
  std::vector<double> weight_{}, positive_{};  // per distinct row
  double centre_ = 0, unit_ = 1;               // label = (outcome - centre) / unit
  std::unique_ptr<TreeMatrix> matrix_{};
  std::unique_ptr<Booster> booster_{};
  // The same rows are often asked about again and again.
  mutable std::vector<std::int64_t> asked_{};
  mutable std::unique_ptr<TreeMatrix> asked_matrix_{};
};

}  // namespace faultline::model
