#pragma once
// Any learner as people's outcomes want it: when every outcome is the same, that is predicted, and
// probabilities stay in [0, 1].

#include <memory>
#include <optional>

#include "faultline/model/learner.hpp"

namespace faultline::model {

class PeopleLearner final : public Learner {
 public:
  PeopleLearner(std::unique_ptr<Learner> learner, OutcomeKind outcome);

  [[nodiscard]] bool converged() const override;
  [[nodiscard]] FitReport report() const override;

 private:
  void learn(const TrainingRows& rows) override;
  void means(std::span<const std::int64_t> rows, std::span<double> out) const override;

  std::unique_ptr<Learner> learner_;
  OutcomeKind outcome_;
  std::optional<double> only_{};
};

}  // namespace faultline::model
