#pragma once
// Boosted trees or a forest behind the Learner interface: trees trained on everything, their
// log-odds Platt-scaled by five-fold cross-validation. Weights count relative to their mean per
// person, so that lambda and the least weight of a leaf mean the same whatever the weights' unit.

#include <memory>
#include <span>
#include <string>
#include <vector>

#include "faultline/model/learner.hpp"
#include "faultline/model/linear/platt.hpp"
#include "faultline/model/trees/trees.hpp"

namespace faultline::model {

/// A forest's probability of 0 or 1 has no log-odds: it is moved this far inside.
inline constexpr double kForestClip = 0.001;

class TreeLearner final : public Learner {
 public:
  /// Keeps a reference to the design, which must have all its columns.
  TreeLearner(const Design& design, LearnerKind kind, std::uint64_t seed);

  /// When every label is the same, every row gets that label's share with half a person added to
  /// either side. Fewer than five people are too few to scale. Both are said in the report.
  void fit(const TrainingRows& rows) override;
  void predict(std::span<double> log_odds) const override;
  [[nodiscard]] FitReport report() const override;
  [[nodiscard]] const PlattScale& platt() const { return platt_; }

 private:
  void load(const TrainingRows& rows);
  void cross_validate();
  void margins(std::span<double> out) const;

  const Design* design_;
  LearnerKind kind_;
  TreeOptions options_;
  Trees trees_;
  PlattScale platt_{};
  bool fitted_ = false;
  data::Notices warnings_{};
  std::vector<double> weight_{}, positive_{}, people_{};
  double total_weight_ = 0, total_positive_ = 0, total_people_ = 0;
};

}  // namespace faultline::model
