#include "faultline/model/platt_scaled.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include <fmt/format.h>

#include "faultline/base/error.hpp"
#include "faultline/model/design/at.hpp"
#include "faultline/model/design/log_odds.hpp"

namespace faultline::model {

PlattScaled::PlattScaled(std::unique_ptr<Learner> learner)
    : Learner(learner->kind(), learner->rows()), learner_(std::move(learner)) {}

// Whole people, at least one where there is weight, and weights with a mean of 1.
void PlattScaled::load(const TrainingRows& rows) {
  if (!rows.offset.empty()) throw InternalError("a Platt-scaled model takes no offset");
  const auto people = rows.people.empty() ? rows.weight : rows.people;
  weight_.assign(at(this->rows()), 0.0);
  positive_.assign(weight_.size(), 0.0);
  people_.assign(weight_.size(), 0.0);
  double total = 0;
  total_people_ = 0;
  for (std::size_t k = 0; k < rows.weight.size(); ++k) {
    if (!(rows.weight[k] > 0)) continue;
    const std::size_t i = at(rows.row(k));
    const double whole = std::max(1.0, std::round(people[k]));
    people_[i] += whole;
    weight_[i] += rows.weight[k];
    positive_[i] += rows.positive[k];
    total += rows.weight[k];
    total_people_ += whole;
  }
  total_weight_ = total_positive_ = 0;
  for (std::size_t i = 0; i < weight_.size(); ++i) {
    if (!(weight_[i] > 0)) continue;
    weight_[i] *= total_people_ / total;
    positive_[i] = std::clamp(positive_[i] * (total_people_ / total), 0.0, weight_[i]);
    total_weight_ += weight_[i];
    total_positive_ += positive_[i];
  }
}

void PlattScaled::learn(const TrainingRows& rows) {
  warnings_.clear();
  platt_ = {};
  load(rows);
  if (total_positive_ <= 0 || total_positive_ >= total_weight_) {
    platt_ = {.intercept = log_odds((total_positive_ + 0.5) / (total_weight_ + 1)), .slope = 0};
    warnings_.push_back(data::Notice::warning(
        fmt::format("Every label is {}, so there is nothing to learn: everybody gets the same "
                    "probability, with "
                    "half a person added to either side.",
                    total_positive_ <= 0 ? 0 : 1)));
    return;
  }
  if (total_people_ < kFolds) {
    warnings_.push_back(data::Notice::warning(
        fmt::format("{} people are too few for {}-fold cross-validation, so the "
                    "probabilities are not Platt-scaled.",
                    total_people_, kFolds)));
  } else {
    cross_validate(rows.substream);
  }
  learner_->fit(TrainingRows{.weight = weight_,
                             .positive = positive_,
                             .people = people_,
                             .substream = rows.substream * (kFolds + 1)});
}

void PlattScaled::cross_validate(std::uint32_t substream) {
  std::vector<double> margin;
  std::vector<double> weight;
  std::vector<double> positive;
  std::vector<double> predicted(weight_.size());
  for (int fold = 0; fold < kFolds; ++fold) {
    const Split split = split_fold(weight_, positive_, people_, fold);
    learner_->fit(
        TrainingRows{.weight = split.kept_weight,
                     .positive = split.kept_positive,
                     .people = split.kept_people,
                     .substream = substream * (kFolds + 1) + static_cast<std::uint32_t>(fold) + 1});
    learner_->predict_log_odds(predicted);
    for (std::size_t i = 0; i < predicted.size(); ++i) {
      if (!(split.held_weight[i] > 0)) continue;
      margin.push_back(predicted[i]);
      weight.push_back(split.held_weight[i]);
      positive.push_back(split.held_positive[i]);
    }
  }
  platt_ = fit_platt(margin, weight, positive);
  data::append(warnings_, platt_.warnings);
}

void PlattScaled::log_odds_of_all(std::span<double> out) const {
  if (platt_.slope == 0) {
    std::ranges::fill(out, platt_.intercept);
    return;
  }
  learner_->predict_log_odds(out);
  for (double& value : out) value = platt_.intercept + platt_.slope * value;
}

FitReport PlattScaled::report() const {
  FitReport report = learner_->report();
  report.warnings.insert(report.warnings.begin(), warnings_.begin(), warnings_.end());
  return report;
}

}  // namespace faultline::model
