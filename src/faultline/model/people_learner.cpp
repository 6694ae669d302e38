#include "faultline/model/people_learner.hpp"

#include <algorithm>
#include <utility>

namespace faultline::model {

PeopleLearner::PeopleLearner(std::unique_ptr<Learner> learner, OutcomeKind outcome)
    : Learner(learner->kind(), learner->rows()), learner_(std::move(learner)), outcome_(outcome) {}

void PeopleLearner::learn(const TrainingRows& rows) {
  only_.reset();
  std::optional<double> first;
  bool same = true;
  for (std::size_t k = 0; k < rows.weight.size() && same; ++k) {
    if (!(rows.weight[k] > 0)) continue;
    const double outcome = rows.positive[k] / rows.weight[k];
    if (!first) first = outcome;
    same = outcome == *first;
  }
  if (same) {
    only_ = first;
  } else {
    learner_->fit(rows);
  }
}

void PeopleLearner::means(std::span<const std::int64_t> rows, std::span<double> out) const {
  if (only_) {
    std::ranges::fill(out, *only_);
    return;
  }
  learner_->predict(rows, out);
  if (outcome_ == OutcomeKind::number) return;
  for (double& value : out) value = std::clamp(value, 0.0, 1.0);
}

bool PeopleLearner::converged() const { return only_ || learner_->converged(); }

FitReport PeopleLearner::report() const { return only_ ? Learner::report() : learner_->report(); }

}  // namespace faultline::model
