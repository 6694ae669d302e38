#include "faultline/model/linear/liblinear_predictor.hpp"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <mutex>

#include <fmt/format.h>
#include <linear.h>

#include "faultline/base/error.hpp"
#include "faultline/model/design/log_odds.hpp"

namespace faultline::model {
namespace {

// liblinear stops at these shares of the first gradient, or where rounding keeps it from falling.
// Coordinate descent creeps where columns all but repeat each other; there less would only be
// slower.
constexpr double kToleranceL2 = 1e-10;
constexpr double kToleranceL1 = 1e-7;
constexpr double kConverged = 1e-6;    // per person
constexpr double kConvergedL1 = 1e-3;  // of the penalty

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
struct LiblinearPredictor::Problem {
  std::vector<feature_node> nodes{};
  std::vector<std::size_t> begin{};
  std::vector<feature_node*> rows{};
  std::vector<double> label{};  // 1 or -1

  void load(const ScaledRows& scaled, const TrainingSet& training) {
    nodes.clear();
    begin.clear();
    rows.clear();
    label.clear();
    std::vector<FeatureEntry> row;
    for (const std::int64_t person : training.people) {
      begin.push_back(nodes.size());
      row.clear();
      scaled.append_row(person, row);
      for (const FeatureEntry& entry : row) {
        nodes.push_back({.index = entry.column + 1, .value = entry.value});
      }
      nodes.push_back({.index = scaled.features().columns() + 1, .value = kInterceptValue});
      nodes.push_back({.index = -1, .value = 0});
      label.push_back(training.outcome[static_cast<std::size_t>(person)] > 0 ? 1 : -1);
    }
    for (const std::size_t start : begin) rows.push_back(nodes.data() + start);
  }
};

LiblinearPredictor::LiblinearPredictor(const Features& features, const PredictorOptions& options)
    : scaled_(features), options_(options), problem_(std::make_unique<Problem>()) {
  static std::once_flag silent;
  std::call_once(silent, [] { set_print_string_function(print_nothing); });
}

LiblinearPredictor::~LiblinearPredictor() = default;

void LiblinearPredictor::fit(const TrainingSet& training) {
  scaled_.measure(training.people);
  problem_->load(scaled_, training);
  const int columns = scaled_.features().columns();
  const bool l1 = options_.penalty == Penalty::l1;
  const problem data{.l = static_cast<int>(training.people.size()),
                     .n = columns + 1,
                     .y = problem_->label.data(),
                     .x = problem_->rows.data(),
                     .bias = kInterceptValue};
  parameter settings{};
  settings.solver_type = l1 ? L1R_LR : L2R_LR;
  settings.eps = l1 ? kToleranceL1 : kToleranceL2;
  settings.C = 1 / options_.strength;
  if (const char* complaint = check_parameter(&data, &settings)) {
    throw InternalError(fmt::format("liblinear refused a fit: {}", complaint));
  }
  const Fitted fitted = l1 ? train_alone(data, settings) : Fitted(train(&data, &settings));
  if (fitted->nr_class != 2) throw InternalError("A logistic fit was given one outcome only.");
  const double sign = fitted->label[0] == 1 ? 1 : -1;
  coefficients_.assign(fitted->w, fitted->w + columns);
  for (double& coefficient : coefficients_) coefficient *= sign;
  intercept_ = sign * fitted->w[columns] * kInterceptValue;
  measure_violation();
}

void LiblinearPredictor::measure_violation() {
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
  const double strength = options_.strength;
  const auto away = [&](double slope, double coefficient, double penalty) {
    if (options_.penalty == Penalty::l2) return std::abs(slope + penalty * coefficient);
    if (coefficient > 0) return std::abs(slope + penalty);
    if (coefficient < 0) return std::abs(slope - penalty);
    return std::max(0.0, std::abs(slope) - penalty);
  };
  const double intercept_penalty = options_.penalty == Penalty::l2
                                       ? strength / (kInterceptValue * kInterceptValue)
                                       : strength / kInterceptValue;
  violation_ = away(gradient.back(), intercept_, intercept_penalty);
  for (std::size_t j = 0; j < coefficients_.size(); ++j) {
    violation_ = std::max(violation_, away(gradient[j], coefficients_[j], strength));
  }
}

bool LiblinearPredictor::converged() const {
  const double allowed = kConverged * static_cast<double>(problem_->rows.size());
  const bool l1 = options_.penalty == Penalty::l1;
  return violation_ <= std::max(allowed, l1 ? kConvergedL1 * options_.strength : 0);
}

void LiblinearPredictor::predict(std::span<const std::int64_t> people,
                                 std::span<double> out) const {
  std::vector<FeatureEntry> row;
  for (std::size_t i = 0; i < people.size(); ++i) {
    row.clear();
    scaled_.append_row(people[i], row);
    double eta = intercept_;
    for (const FeatureEntry& entry : row) {
      eta += entry.value * coefficients_[static_cast<std::size_t>(entry.column)];
    }
    out[i] = expit(eta);
  }
}

}  // namespace faultline::model
