#pragma once
// Settings chosen by the data: the strength of a penalty or the depth of a tree with the least loss
// (log loss or squared error) over three folds of the training people; ties go to the simpler
// model.

#include <memory>

#include "faultline/model/registry.hpp"

namespace faultline::model {

/// The options as they are where the learner has no settings (LearnerEntry::settings) or there are
/// fewer people than folds.
[[nodiscard]] LearnerOptions tuned(const LearnerOptions& options, const Features& features,
                                   OutcomeKind outcome, const TrainingRows& rows);
[[nodiscard]] LearnerOptions tuned(const LearnerOptions& options, const Features& features,
                                   OutcomeKind outcome, const TrainingPeople& training);

/// A learner that chooses its settings anew in every fit.
class Tuned final : public Learner {
 public:
  /// Of the people of features, to which it keeps a reference.
  Tuned(const LearnerOptions& options, const Features& features, OutcomeKind outcome);

  [[nodiscard]] bool converged() const override { return learner_->converged(); }
  [[nodiscard]] FitReport report() const override { return learner_->report(); }
  /// Of the last fit.
  [[nodiscard]] const LearnerOptions& settings() const { return settings_; }

 private:
  void learn(const TrainingRows& rows) override;
  void means(std::span<const std::int64_t> rows, std::span<double> out) const override;
  void log_odds_of_all(std::span<double> out) const override;

  LearnerOptions options_, settings_;
  const Features* features_;
  OutcomeKind outcome_;
  std::unique_ptr<Learner> learner_;
};

}  // namespace faultline::model
