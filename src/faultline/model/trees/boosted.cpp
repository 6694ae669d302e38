#include "faultline/model/trees/boosted.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <utility>

#include <fmt/format.h>

#include "faultline/base/error.hpp"
#include "faultline/model/design/at.hpp"
#include "faultline/model/design/log_odds.hpp"

namespace faultline::model {

Boosted::Boosted(int trees, TreeTable table, OutcomeKind outcome)
    : Learner(LearnerKind::boosted, table.rows),
      trees_(trees),
      table_(std::move(table)),
      outcome_(outcome) {}

// Numbers are brought to mean 0 and deviation 1: single precision, and the ridge on leaves then
// means the same whatever their unit.
void Boosted::load(const TrainingRows& rows) {
  distinct_.clear();
  double total = 0;
  for (std::size_t k = 0; k < rows.weight.size(); ++k) {
    if (!(rows.weight[k] > 0)) continue;
    distinct_.push_back(rows.row(k));
    total += rows.weight[k];
  }
  std::ranges::sort(distinct_);
  const auto repeated = std::ranges::unique(distinct_);
  distinct_.erase(repeated.begin(), repeated.end());
  weight_.assign(distinct_.size(), 0.0);
  positive_.assign(distinct_.size(), 0.0);
  double mean = 0;
  for (std::size_t k = 0; k < rows.weight.size(); ++k) {
    if (!(rows.weight[k] > 0)) continue;
    const auto found = std::ranges::lower_bound(distinct_, rows.row(k)) - distinct_.begin();
    weight_[at(found)] += rows.weight[k];
    positive_[at(found)] += rows.positive[k];
    mean += rows.positive[k] / total;
  }
  centre_ = 0;
  unit_ = 1;
  if (outcome_ != OutcomeKind::number) return;
  double squares = 0;
  for (std::size_t k = 0; k < rows.weight.size(); ++k) {
    if (!(rows.weight[k] > 0)) continue;
    const double away = rows.positive[k] / rows.weight[k] - mean;
    squares += rows.weight[k] * away * away / total;
  }
  centre_ = mean;
  if (squares > 0) unit_ = std::sqrt(squares);
}

void Boosted::learn(const TrainingRows& rows) {
  if (!rows.offset.empty()) throw InternalError("trees take no offset");
  load(rows);
  booster_.reset();
  matrix_ = std::make_unique<TreeMatrix>(table_.matrix(distinct_));
  booster_ = std::make_unique<Booster>(*matrix_);
  const bool number = outcome_ == OutcomeKind::number;
  std::vector<float> label;
  std::vector<float> weight;
  double total = 0;
  double positive = 0;
  for (std::size_t i = 0; i < weight_.size(); ++i) {
    const double mean = positive_[i] / weight_[i];
    label.push_back(static_cast<float>(number ? (mean - centre_) / unit_ : std::min(1.0, mean)));
    weight.push_back(static_cast<float>(weight_[i]));
    total += weight_[i];
    positive += positive_[i];
  }
  matrix_->set_label(label);
  matrix_->set_weight(weight);
  Booster& booster = *booster_;
  booster.set("max_depth", "3");
  booster.set("eta", "0.1");
  booster.set("lambda", "1");
  if (number) {
    booster.set("objective", "reg:squarederror");
    booster.set("base_score", "0");
    booster.set("min_child_weight", "1");
  } else {
    booster.set("objective", "binary:logistic");
    // The second derivative of one person at even odds: XGBoost's own 1 would forbid to tell apart
    // groups of three people.
    booster.set("min_child_weight", "0.25");
    // Start at the overall rate, half a person away from 0 and 1, and inside (0, 1) as single
    // precision sees it.
    const double rate = std::clamp((positive + 0.5) / (total + 1), 1e-6, 1 - 1e-6);
    booster.set("base_score", fmt::format("{:.9g}", rate));
  }
  for (int tree = 0; tree < trees_; ++tree) booster.grow(*matrix_, tree);
}

void Boosted::margins(std::span<const std::int64_t> rows, std::span<double> out) const {
  if (rows.empty()) return;
  if (!asked_matrix_ || !std::ranges::equal(asked_, rows)) {
    asked_.assign(rows.begin(), rows.end());
    asked_matrix_ = std::make_unique<TreeMatrix>(table_.matrix(rows));
  }
  booster_->margins(*asked_matrix_, out);
}

void Boosted::means(std::span<const std::int64_t> rows, std::span<double> out) const {
  margins(rows, out);
  for (double& value : out) {
    value = outcome_ == OutcomeKind::binary ? expit(value) : centre_ + unit_ * value;
  }
}

void Boosted::log_odds_of_all(std::span<double> out) const {
  std::vector<std::int64_t> every(out.size());
  std::iota(every.begin(), every.end(), std::int64_t{0});
  margins(every, out);
}

FitReport Boosted::report() const { return {.learner = kind(), .iterations = trees_}; }

}  // namespace faultline::model
