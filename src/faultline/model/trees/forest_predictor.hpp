#pragma once
// A forest: the mean of trees without limit of depth, each grown on a bootstrap sample of the
// training people, trying sqrt(columns) at a split.

#include <cstdint>
#include <span>
#include <vector>

#include "faultline/model/predictor.hpp"
#include "faultline/model/trees/random_tree.hpp"

namespace faultline::model {

class ForestPredictor final : public Predictor {
 public:
  /// Keeps a reference to the features.
  ForestPredictor(const PredictorOptions& options, const Features& features);

  void fit(const TrainingSet& training) override;
  void predict(std::span<const std::int64_t> people, std::span<double> out) const override;

 private:
  PredictorOptions options_;
  int columns_tried_;
  TreeGrower grower_;
  std::vector<RandomTree> trees_{};
  double centre_ = 0;
};

}  // namespace faultline::model
