#include "faultline/model/trees/tree_predictor.hpp"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "faultline/base/error.hpp"
#include "faultline/model/design/log_odds.hpp"

namespace faultline::model {
namespace {

// Trees do not mind a linear change, and single precision keeps the differences of large numbers
// (times, identifiers) only when they start at 0.
SparseRows single_precision(const Features& features) {
  std::vector<double> start(static_cast<std::size_t>(features.columns()), 0.0);
  std::vector<double> unit(start.size(), 1.0);
  for (const Features::Number& number : features.numbers()) {
    if (number.values.empty()) continue;
    const auto [low, high] = std::ranges::minmax(number.values);
    const auto j = static_cast<std::size_t>(number.column);
    start[j] = low;
    if (high > low) unit[j] = high - low;
  }
  SparseRows rows{.columns = start.size()};
  std::vector<FeatureEntry> row;
  for (std::int64_t i = 0; i < features.rows(); ++i) {
    row.clear();
    features.append_row(i, row);
    for (const FeatureEntry& entry : row) {
      const auto j = static_cast<std::size_t>(entry.column);
      rows.column.push_back(static_cast<unsigned>(entry.column));
      rows.value.push_back(static_cast<float>((entry.value - start[j]) / unit[j]));
    }
    rows.begin.push_back(rows.value.size());
  }
  return rows;
}

}  // namespace

TreePredictor::TreePredictor(const PredictorOptions& options, const Features& features,
                             OutcomeKind outcome)
    : options_(options), outcome_(outcome), all_(single_precision(features)) {}

SparseRows TreePredictor::rows_of(std::span<const std::int64_t> people) const {
  SparseRows rows{.columns = all_.columns};
  rows.begin.reserve(people.size() + 1);
  for (const std::int64_t person : people) {
    const auto i = static_cast<std::size_t>(person);
    const auto from = static_cast<std::ptrdiff_t>(all_.begin[i]);
    const auto to = static_cast<std::ptrdiff_t>(all_.begin[i + 1]);
    rows.column.insert(rows.column.end(), all_.column.begin() + from, all_.column.begin() + to);
    rows.value.insert(rows.value.end(), all_.value.begin() + from, all_.value.begin() + to);
    rows.begin.push_back(rows.value.size());
  }
  return rows;
}

// Numbers are brought to mean 0 and deviation 1: single precision, and the ridge on leaves of
// boosted trees then means the same whatever their unit.
void TreePredictor::load(const TrainingSet& training) {
  distinct_.assign(training.people.begin(), training.people.end());
  std::ranges::sort(distinct_);
  const auto repeated = std::ranges::unique(distinct_);
  distinct_.erase(repeated.begin(), repeated.end());
  weight_.assign(distinct_.size(), 0.0F);
  centre_ = 0;
  unit_ = 1;
  const auto n = static_cast<double>(training.people.size());
  double mean = 0;
  double squares = 0;
  for (const std::int64_t person : training.people) {
    const auto found = std::ranges::lower_bound(distinct_, person) - distinct_.begin();
    weight_[static_cast<std::size_t>(found)] += 1;
    mean += training.outcome[static_cast<std::size_t>(person)] / n;
  }
  if (outcome_ == OutcomeKind::number) {
    for (const std::int64_t person : training.people) {
      const double away = training.outcome[static_cast<std::size_t>(person)] - mean;
      squares += away * away / n;
    }
    centre_ = mean;
    if (squares > 0) unit_ = std::sqrt(squares);
  }
  label_.clear();
  for (const std::int64_t person : distinct_) {
    const double outcome = training.outcome[static_cast<std::size_t>(person)];
    label_.push_back(static_cast<float>((outcome - centre_) / unit_));
  }
  booster_.reset();
  matrix_ = std::make_unique<TreeMatrix>(TreeMatrix::sparse(rows_of(distinct_)));
  booster_ = std::make_unique<Booster>(*matrix_);
}

// Squared error around 0 with rate 1 and no ridge: leaves are means.
void TreePredictor::train_tree() {
  Booster& booster = *booster_;
  booster.set("objective", "reg:squarederror");
  booster.set("base_score", "0");
  booster.set("eta", "1");
  booster.set("lambda", "0");
  booster.set("min_child_weight", "1");
  booster.set("max_depth", fmt::format("{}", options_.depth));
  std::vector<float> gradient(label_.size());
  for (std::size_t k = 0; k < label_.size(); ++k) gradient[k] = -label_[k] * weight_[k];
  booster.grow(*matrix_, gradient, weight_);
}

void TreePredictor::train_boosted() {
  matrix_->set_label(label_);
  matrix_->set_weight(weight_);
  Booster& booster = *booster_;
  booster.set("max_depth", "3");
  booster.set("eta", "0.1");
  booster.set("lambda", "1");
  if (outcome_ == OutcomeKind::number) {
    booster.set("objective", "reg:squarederror");
    booster.set("base_score", "0");
    booster.set("min_child_weight", "1");
  } else {
    double positive = 0;
    double total = 0;
    for (std::size_t k = 0; k < label_.size(); ++k) {
      positive += weight_[k] * label_[k];
      total += weight_[k];
    }
    booster.set("objective", "binary:logistic");
    // As boosted_options(): one person at even odds, and a start half a person away from 0 and 1.
    booster.set("min_child_weight", "0.25");
    const double rate = std::clamp((positive + 0.5) / (total + 1), 1e-6, 1 - 1e-6);
    booster.set("base_score", fmt::format("{:.9g}", rate));
  }
  for (int tree = 0; tree < options_.trees; ++tree) booster.grow(*matrix_, tree);
}

void TreePredictor::fit(const TrainingSet& training) {
  load(training);
  if (options_.kind == PredictorKind::boosted) {
    train_boosted();
  } else {
    train_tree();
  }
}

void TreePredictor::predict(std::span<const std::int64_t> people, std::span<double> out) const {
  if (!booster_) throw InternalError("Trees cannot predict before they are trained.");
  if (people.empty()) return;
  if (!asked_matrix_ || !std::ranges::equal(asked_, people)) {
    asked_.assign(people.begin(), people.end());
    asked_matrix_ = std::make_unique<TreeMatrix>(TreeMatrix::sparse(rows_of(people)));
  }
  booster_->margins(*asked_matrix_, out);
  const bool logistic = options_.kind == PredictorKind::boosted && outcome_ == OutcomeKind::binary;
  for (double& value : out) {
    value = logistic ? expit(value) : centre_ + unit_ * value;
  }
}

}  // namespace faultline::model
