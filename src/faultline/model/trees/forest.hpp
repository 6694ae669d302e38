#pragma once
// A forest (Breiman 2001): the mean of trees, each grown on a bootstrap sample of the training
// people. Rows may stand for many people and carry weights: people are drawn, each with the
// row's weight per person, so that a row and the single people it stands for have the same
// distribution. Without the bootstrap and with one tree: a tree.

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "faultline/model/learner.hpp"
#include "faultline/model/trees/tree_grower.hpp"

namespace faultline::model {

struct ForestOptions {
  static constexpr int kAllColumns = -1;

  LearnerKind kind = LearnerKind::forest;
  int trees = 100;
  bool bootstrap = true;
  int columns_tried = 0;  // at a split; 0: sqrt(columns)
  int depth = 0;          // 0: no limit
  double leaf = 0;        // least weight of a leaf
  std::uint64_t seed = 1;
};

class Forest final : public Learner {
 public:
  Forest(const ForestOptions& options, std::shared_ptr<const Features> features,
         OutcomeKind outcome);

  /// Iterations are trees.
  [[nodiscard]] FitReport report() const override;

 private:
  void learn(const TrainingRows& rows) override;
  void means(std::span<const std::int64_t> rows, std::span<double> out) const override;
  void gather(const TrainingRows& rows);
  void draw(rng::Stream& stream, std::span<double> weight) const;

  /// People of one row with one outcome.
  struct Cell {
    std::int64_t row = 0;
    double outcome = 0;
    double people = 0;      // a whole number
    double per_person = 1;  // weight
  };

  ForestOptions options_;
  std::shared_ptr<const Features> features_;
  OutcomeKind outcome_;
  GrowthRules rules_{};
  TreeGrower grower_;
  std::vector<Cell> cells_{};
  std::vector<std::size_t> cell_of_{};  // of every person in the order they came, if single
  std::vector<RegressionTree> trees_{};
  double centre_ = 0;
};

}  // namespace faultline::model
