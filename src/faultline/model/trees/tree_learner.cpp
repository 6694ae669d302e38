#include "faultline/model/trees/tree_learner.hpp"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "faultline/base/error.hpp"
#include "faultline/model/design/log_odds.hpp"

namespace faultline::model {

TreeLearner::TreeLearner(const Design& design, LearnerKind kind, std::uint64_t seed)
    : design_(&design),
      kind_(kind),
      options_(kind == LearnerKind::forest ? forest_options(seed) : boosted_options(seed)),
      trees_(design) {}

// Whole people, at least one where there is weight, and weights with a mean of 1.
void TreeLearner::load(const TrainingRows& rows) {
  const auto length = static_cast<std::size_t>(design_->rows());
  if (rows.weight.size() != length || rows.positive.size() != length ||
      (!rows.people.empty() && rows.people.size() != length)) {
    throw InternalError(
        fmt::format("A fit of trees got {} weights, {} labels and {} counts for {} rows.",
                    rows.weight.size(), rows.positive.size(), rows.people.size(), length));
  }
  if (!rows.offset.empty()) throw InternalError("Trees take no offset.");
  const auto people = rows.people.empty() ? rows.weight : rows.people;
  weight_.assign(length, 0.0);
  positive_.assign(length, 0.0);
  people_.assign(length, 0.0);
  double total = 0;
  total_people_ = 0;
  for (std::size_t i = 0; i < length; ++i) {
    if (!(rows.weight[i] > 0)) continue;
    people_[i] = std::max(1.0, std::round(people[i]));
    total += rows.weight[i];
    total_people_ += people_[i];
  }
  if (!(total > 0) || !std::isfinite(total)) {
    throw NumericError(
        fmt::format("Trees have nothing to learn from: the weights of their {} rows sum to {}.",
                    length, total));
  }
  total_weight_ = total_positive_ = 0;
  for (std::size_t i = 0; i < length; ++i) {
    if (!(rows.weight[i] > 0)) continue;
    weight_[i] = rows.weight[i] * (total_people_ / total);
    positive_[i] = std::clamp(rows.positive[i] * (total_people_ / total), 0.0, weight_[i]);
    total_weight_ += weight_[i];
    total_positive_ += positive_[i];
  }
}

void TreeLearner::fit(const TrainingRows& rows) {
  fitted_ = false;
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
    fitted_ = true;
    return;
  }
  if (total_people_ < kFolds) {
    warnings_.push_back(data::Notice::warning(
        fmt::format("{} people are too few for {}-fold cross-validation, so the "
                    "probabilities are not Platt-scaled.",
                    total_people_, kFolds)));
  } else {
    cross_validate();
  }
  trees_.train({.weight = weight_, .positive = positive_, .people = people_}, options_, 0);
  fitted_ = true;
}

void TreeLearner::cross_validate() {
  std::vector<double> margin;
  std::vector<double> weight;
  std::vector<double> positive;
  std::vector<double> predicted(weight_.size());
  for (int fold = 0; fold < kFolds; ++fold) {
    const Split split = split_fold(weight_, positive_, people_, fold);
    trees_.train(
        {.weight = split.kept_weight, .positive = split.kept_positive, .people = split.kept_people},
        options_, static_cast<std::uint32_t>(fold) + 1);
    margins(predicted);
    for (std::size_t i = 0; i < predicted.size(); ++i) {
      if (!(split.held_weight[i] > 0)) continue;
      margin.push_back(predicted[i]);
      weight.push_back(split.held_weight[i]);
      positive.push_back(split.held_positive[i]);
    }
  }
  platt_ = fit_platt(margin, weight, positive);
  if (!platt_.warning.empty()) warnings_.push_back(data::Notice::warning(platt_.warning));
}

void TreeLearner::margins(std::span<double> out) const {
  trees_.predict(out);
  if (!options_.forest) return;
  for (double& value : out) value = log_odds(std::clamp(value, kForestClip, 1 - kForestClip));
}

void TreeLearner::predict(std::span<double> log_odds) const {
  if (!fitted_) throw InternalError("Trees cannot predict before they are fitted.");
  if (platt_.slope == 0) {
    std::ranges::fill(log_odds, platt_.intercept);
    return;
  }
  margins(log_odds);
  for (double& value : log_odds) value = platt_.intercept + platt_.slope * value;
}

FitReport TreeLearner::report() const {
  return {.learner = kind_, .iterations = options_.trees, .warnings = warnings_};
}

}  // namespace faultline::model
