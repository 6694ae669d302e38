#pragma once
// One tree, or boosted trees, on the features of people, through XGBoost. `tree` fits squared error
// around 0, so that a leaf is the mean outcome of its people; `boosted` lowers the logistic loss or
// squared error. Rows hold what is present only: dummies that are 1, words that occur, and all
// numbers. Somebody who comes several times is one row with a weight.

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "faultline/model/predictor.hpp"
#include "faultline/model/trees/booster.hpp"

namespace faultline::model {

class TreePredictor final : public Predictor {
 public:
  /// Copies the features in single precision.
  TreePredictor(const PredictorOptions& options, const Features& features, OutcomeKind outcome);

  void fit(const TrainingSet& training) override;
  void predict(std::span<const std::int64_t> people, std::span<double> out) const override;

 private:
  void load(const TrainingSet& training);
  void train_tree();
  void train_boosted();
  [[nodiscard]] SparseRows rows_of(std::span<const std::int64_t> people) const;

  PredictorOptions options_;
  OutcomeKind outcome_;
  SparseRows all_{};
  std::vector<std::int64_t> distinct_{};   // training people, ascending
  std::vector<float> label_{}, weight_{};  // per distinct person
  double centre_ = 0, unit_ = 1;           // label = (outcome - centre) / unit
  std::unique_ptr<TreeMatrix> matrix_{};
  std::unique_ptr<Booster> booster_{};
  // The same people are often asked about again and again.
  mutable std::vector<std::int64_t> asked_{};
  mutable std::unique_ptr<TreeMatrix> asked_matrix_{};
};

}  // namespace faultline::model
