#include "faultline/model/linear/lasso_logistic.hpp"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <mutex>
#include <utility>

#include <fmt/format.h>
#include <linear.h>

#include "faultline/base/error.hpp"
#include "faultline/model/design/log_odds.hpp"

namespace faultline::model {
namespace {

// liblinear stops at this share of the first gradient. Coordinate descent creeps where columns all
// but repeat each other; there less would only be slower.
constexpr double kTolerance = 1e-7;
// What counts as converged.
constexpr double kPerPerson = 1e-6;
constexpr double kOfPenalty = 1e-3;

void print_nothing(const char* /*text*/) {}

struct FreeModel {
  void operator()(::model* fitted) const { free_and_destroy_model(&fitted); }
};
using Fitted = std::unique_ptr<::model, FreeModel>;

// rand() belongs to the whole process.
Fitted train_alone(const problem& data, const parameter& settings) {
  static std::mutex one_at_a_time;
  const std::scoped_lock lock(one_at_a_time);
  std::srand(1);
  return Fitted(train(&data, &settings));
}

}  // namespace

// Rows as liblinear reads them: columns from 1, the intercept's last, then an end mark.
struct LassoLogistic::Problem {
  std::vector<feature_node> nodes{};
  std::vector<std::size_t> begin{};
  std::vector<feature_node*> rows{};
  std::vector<double> label{};  // 1 or -1

  void load(const ScaledRows& scaled, const TrainingRows& training) {
    nodes.clear();
    begin.clear();
    rows.clear();
    label.clear();
    std::vector<FeatureEntry> row;
    for (std::size_t k = 0; k < training.weight.size(); ++k) {
      if (training.weight[k] == 0) continue;
      const double outcome = training.positive[k];
      if (training.weight[k] != 1 || (outcome != 0 && outcome != 1)) {
        throw InternalError("logistic-l1 learns from single people with a label of 0 or 1");
      }
      begin.push_back(nodes.size());
      row.clear();
      scaled.append_row(training.row(k), row);
      for (const FeatureEntry& entry : row) {
        nodes.push_back({.index = entry.column + 1, .value = entry.value});
      }
      nodes.push_back({.index = scaled.features().columns() + 1, .value = kInterceptValue});
      nodes.push_back({.index = -1, .value = 0});
      label.push_back(outcome > 0 ? 1 : -1);
    }
    for (const std::size_t start : begin) rows.push_back(nodes.data() + start);
  }
};

LassoLogistic::LassoLogistic(std::shared_ptr<const Features> features, double strength)
    : Learner(LearnerKind::logistic_l1, features->rows()),
      features_(std::move(features)),
      scaled_(*features_),
      strength_(strength),
      problem_(std::make_unique<Problem>()) {
  static std::once_flag silent;
  std::call_once(silent, [] { set_print_string_function(print_nothing); });
}

LassoLogistic::~LassoLogistic() = default;

void LassoLogistic::learn(const TrainingRows& rows) {
  if (!rows.offset.empty()) throw InternalError("logistic-l1 takes no offset");
  scaled_.measure(rows);
  problem_->load(scaled_, rows);
  const int columns = scaled_.features().columns();
  const problem data{.l = static_cast<int>(problem_->rows.size()),
                     .n = columns + 1,
                     .y = problem_->label.data(),
                     .x = problem_->rows.data(),
                     .bias = kInterceptValue};
  parameter settings{};
  settings.solver_type = L1R_LR;
  settings.eps = kTolerance;
  settings.C = 1 / strength_;
  if (const char* complaint = check_parameter(&data, &settings)) {
    throw InternalError(fmt::format("liblinear refused a fit: {}", complaint));
  }
  const Fitted fitted = train_alone(data, settings);
  if (fitted->nr_class != 2) throw InternalError("a logistic fit was given one outcome only");
  const double sign = fitted->label[0] == 1 ? 1 : -1;
  coefficients_.assign(fitted->w, fitted->w + columns);
  for (double& coefficient : coefficients_) coefficient *= sign;
  intercept_ = sign * fitted->w[columns] * kInterceptValue;
  measure_violation();
}

void LassoLogistic::measure_violation() {
  std::vector<double> gradient(coefficients_.size() + 1, 0.0);  // the intercept's last
  for (std::size_t i = 0; i < problem_->rows.size(); ++i) {
    double eta = intercept_;
    const feature_node* node = problem_->rows[i];
    for (; node[1].index > 0; ++node) {
      eta += node->value * coefficients_[static_cast<std::size_t>(node->index - 1)];
    }
    const double excess = expit(eta) - (problem_->label[i] > 0 ? 1 : 0);
    for (node = problem_->rows[i]; node[1].index > 0; ++node) {
      gradient[static_cast<std::size_t>(node->index - 1)] += node->value * excess;
    }
    gradient.back() += excess;
  }
  const auto away = [](double slope, double coefficient, double penalty) {
    if (coefficient > 0) return std::abs(slope + penalty);
    if (coefficient < 0) return std::abs(slope - penalty);
    return std::max(0.0, std::abs(slope) - penalty);
  };
  violation_ = away(gradient.back(), intercept_, strength_ / kInterceptValue);
  for (std::size_t j = 0; j < coefficients_.size(); ++j) {
    violation_ = std::max(violation_, away(gradient[j], coefficients_[j], strength_));
  }
}

bool LassoLogistic::converged() const {
  const double allowed = kPerPerson * static_cast<double>(problem_->rows.size());
  return violation_ <= std::max(allowed, kOfPenalty * strength_);
}

void LassoLogistic::means(std::span<const std::int64_t> rows, std::span<double> out) const {
  std::vector<FeatureEntry> row;
  for (std::size_t i = 0; i < rows.size(); ++i) {
    row.clear();
    scaled_.append_row(rows[i], row);
    double eta = intercept_;
    for (const FeatureEntry& entry : row) {
      eta += entry.value * coefficients_[static_cast<std::size_t>(entry.column)];
    }
    out[i] = expit(eta);
  }
}

}  // namespace faultline::model
