#include "faultline/model/linear/sparse_logistic.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include <Eigen/Core>

#include "faultline/base/error.hpp"
#include "faultline/model/design/at.hpp"
#include "faultline/model/design/log_odds.hpp"
#include "faultline/model/linear/exp_minus_abs.hpp"

namespace faultline::model {
namespace {

using Numbers = Eigen::Map<Eigen::VectorXd>;
using ConstNumbers = Eigen::Map<const Eigen::VectorXd>;

ConstNumbers view(const std::vector<double>& values) {
  return {values.data(), static_cast<Eigen::Index>(values.size())};
}

// Conjugate gradients end when the residual is this share of the gradient, or as small a share as
// the gradient is of the first one: then Newton's steps keep squaring the error.
constexpr double kRoughly = 0.1;
// Below this share, rounding is all that is left.
constexpr double kExactly = 1e-12;

}  // namespace

SparseLogistic::SparseLogistic(std::shared_ptr<const Features> features, double strength,
                               int dense_columns)
    : Learner(LearnerKind::logistic, features->rows()),
      features_(std::move(features)),
      scaled_(*features_),
      strength_(strength),
      dense_(features_->columns() <= dense_columns) {}

void SparseLogistic::load(const TrainingRows& rows) {
  if (!rows.offset.empty()) throw InternalError("a logistic model of features takes no offset");
  scaled_.measure(rows);
  rows_.clear();
  weight_.clear();
  positive_.clear();
  total_weight_ = 0;
  for (std::size_t k = 0; k < rows.weight.size(); ++k) {
    if (!(rows.weight[k] > 0)) continue;
    rows_.append(scaled_, rows.row(k));
    weight_.push_back(rows.weight[k]);
    positive_.push_back(rows.positive[k]);
    total_weight_ += rows.weight[k];
  }
  const std::size_t columns = at(features_->columns()) + 1;
  for (auto* buffer : {&point_, &trial_, &step_, &gradient_}) buffer->assign(columns, 0.0);
  if (dense_) {
    hessian_.resize(columns * columns);
    factor_.resize(columns * columns);
  }
  for (auto* buffer : {&eta_, &trial_eta_, &curvature_}) buffer->resize(weight_.size());
}

double SparseLogistic::log_odds_of(std::span<const FeatureEntry> row,
                                   std::span<const double> coefficients) const {
  double eta = coefficients[0];
  for (const FeatureEntry& entry : row) eta += entry.value * coefficients[at(entry.column) + 1];
  return eta;
}

void SparseLogistic::evaluate() {
  for (std::size_t i = 0; i < trial_eta_.size(); ++i) {
    trial_eta_[i] = log_odds_of(rows_.row(static_cast<std::int64_t>(i)), trial_);
  }
}

double SparseLogistic::objective(std::span<const double> coefficients,
                                 std::span<const double> eta) const {
  double sum = 0;
  for (const double b : coefficients.subspan(1)) sum += 0.5 * strength_ * b * b;
  for (std::size_t i = 0; i < eta.size(); ++i) {
    // w log(1 + e^x) - s x, without the large terms that would cancel.
    const double x = eta[i];
    sum += x > 0 ? (weight_[i] - positive_[i]) * x : -positive_[i] * x;
    sum += weight_[i] * std::log1p(exp_of_minus_abs(x));
  }
  return sum;
}

void SparseLogistic::differentiate() {
  for (std::size_t j = 0; j < gradient_.size(); ++j) gradient_[j] = strength_ * trial_[j];
  gradient_[0] = 0;
  for (std::size_t i = 0; i < weight_.size(); ++i) {
    const double t = exp_of_minus_abs(trial_eta_[i]);
    const double r = 1 / (1 + t);
    const double p = trial_eta_[i] >= 0 ? r : t * r;
    const double residual = weight_[i] * p - positive_[i];
    curvature_[i] = weight_[i] * (t * r * r);
    gradient_[0] += residual;
    for (const FeatureEntry& entry : rows_.row(static_cast<std::int64_t>(i))) {
      gradient_[at(entry.column) + 1] += entry.value * residual;
    }
  }
  if (dense_) add_hessian();
}

// Lower triangle, column after column.
void SparseLogistic::add_hessian() {
  const std::size_t columns = gradient_.size();
  std::ranges::fill(hessian_, 0.0);
  for (std::size_t j = 1; j < columns; ++j) hessian_[j * columns + j] = strength_;
  for (std::size_t i = 0; i < weight_.size(); ++i) {
    const auto row = rows_.row(static_cast<std::int64_t>(i));
    const double v = curvature_[i];
    hessian_[0] += v;
    for (std::size_t a = 0; a < row.size(); ++a) {
      const double weighted = v * row[a].value;
      hessian_[at(row[a].column) + 1] += weighted;
      double* column = hessian_.data() + (at(row[a].column) + 1) * columns + 1;
      for (std::size_t b = a; b < row.size(); ++b) column[row[b].column] += weighted * row[b].value;
    }
  }
}

bool SparseLogistic::solve() {
  return dense_ ? cholesky_step(*this, hessian_, gradient_, total_weight_, factor_, step_)
                : solve_sparse();
}

// Conjugate gradients with the Hessian's diagonal as preconditioner.
bool SparseLogistic::solve_sparse() {
  const auto columns = static_cast<Eigen::Index>(gradient_.size());
  Eigen::VectorXd diagonal = Eigen::VectorXd::Constant(columns, strength_);
  diagonal[0] = 0;
  for (std::size_t i = 0; i < weight_.size(); ++i) {
    diagonal[0] += curvature_[i];
    for (const FeatureEntry& entry : rows_.row(static_cast<std::int64_t>(i))) {
      diagonal[entry.column + 1] += curvature_[i] * entry.value * entry.value;
    }
  }
  if (!(diagonal[0] > 0)) return false;  // every row ran away
  const auto times = [&](const Eigen::VectorXd& v, Eigen::VectorXd& out) {
    out = strength_ * v;
    out[0] = 0;
    for (std::size_t i = 0; i < weight_.size(); ++i) {
      const auto row = rows_.row(static_cast<std::int64_t>(i));
      double inner = v[0];
      for (const FeatureEntry& entry : row) inner += entry.value * v[entry.column + 1];
      inner *= curvature_[i];
      out[0] += inner;
      for (const FeatureEntry& entry : row) out[entry.column + 1] += entry.value * inner;
    }
  };
  const ConstNumbers gradient = view(gradient_);
  Numbers step(step_.data(), columns);
  step.setZero();
  Eigen::VectorXd residual = -gradient;
  Eigen::VectorXd scaled = residual.cwiseQuotient(diagonal);
  Eigen::VectorXd direction = scaled;
  Eigen::VectorXd image(columns);
  double product = residual.dot(scaled);
  const double norm = gradient.norm();
  const double share = std::clamp(norm / first_norm_, kExactly, kRoughly);
  for (Eigen::Index left = 10 * columns + 100; left > 0 && residual.norm() > share * norm; --left) {
    times(direction, image);
    const double length = product / direction.dot(image);
    step += length * direction;
    residual -= length * image;
    scaled = residual.cwiseQuotient(diagonal);
    const double next = residual.dot(scaled);
    direction = scaled + (next / product) * direction;
    product = next;
  }
  return true;
}

double SparseLogistic::try_step(double length) {
  for (std::size_t j = 0; j < trial_.size(); ++j) trial_[j] = point_[j] + length * step_[j];
  evaluate();
  double largest = 0;
  for (std::size_t i = 0; i < eta_.size(); ++i) {
    largest = std::max(largest, std::abs(trial_eta_[i] - eta_[i]));
  }
  return largest;
}

double SparseLogistic::norm() const { return view(gradient_).norm(); }
double SparseLogistic::slope() const { return view(gradient_).dot(view(step_)); }

void SparseLogistic::accept() {
  point_.swap(trial_);
  eta_.swap(trial_eta_);
}

double SparseLogistic::largest_log_odds() const {
  double largest = 0;
  for (const double eta : eta_) largest = std::max(largest, std::abs(eta));
  return largest;
}

void SparseLogistic::learn(const TrainingRows& rows) {
  load(rows);
  double positive = 0;
  double rounding = total_weight_;  // largest sum of w |x| over the columns
  std::vector<double> sizes(gradient_.size(), 0.0);
  for (std::size_t i = 0; i < weight_.size(); ++i) {
    positive += positive_[i];
    for (const FeatureEntry& entry : rows_.row(static_cast<std::int64_t>(i))) {
      sizes[at(entry.column)] += weight_[i] * std::abs(entry.value);
    }
  }
  for (const double size : sizes) rounding = std::max(rounding, size);
  trial_[0] = log_odds((positive + 0.5) / (total_weight_ + 1));
  evaluate();
  differentiate();
  accept();
  first_norm_ = norm();
  const NewtonRules rules;
  end_ = minimise(*this,
                  {.tolerance = std::max(rules.tolerance * std::min(1.0, total_weight_),
                                         8 * std::numeric_limits<double>::epsilon() * rounding)});
}

void SparseLogistic::means(std::span<const std::int64_t> rows, std::span<double> out) const {
  std::vector<FeatureEntry> row;
  for (std::size_t i = 0; i < rows.size(); ++i) {
    row.clear();
    scaled_.append_row(rows[i], row);
    out[i] = expit(log_odds_of(row, point_));
  }
}

void SparseLogistic::log_odds_of_all(std::span<double> out) const {
  std::vector<FeatureEntry> row;
  for (std::size_t i = 0; i < out.size(); ++i) {
    row.clear();
    scaled_.append_row(static_cast<std::int64_t>(i), row);
    out[i] = log_odds_of(row, point_);
  }
}

FitReport SparseLogistic::report() const {
  return {.learner = kind(),
          .converged = end_.converged,
          .iterations = end_.iterations,
          .gradient_norm = end_.gradient_norm,
          .separated = end_.separated};
}

}  // namespace faultline::model
