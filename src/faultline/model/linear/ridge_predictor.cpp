#include "faultline/model/linear/ridge_predictor.hpp"

#include <utility>

#include <Eigen/Cholesky>
#include <Eigen/Core>

namespace faultline::model {
namespace {

using Vector = Eigen::VectorXd;
using Mapped = Eigen::Map<Eigen::VectorXd>;

// Residual of the normal equations, as a share of their right-hand side, at which conjugate
// gradients end.
constexpr double kTolerance = 1e-11;

}  // namespace

RidgePredictor::RidgePredictor(const Features& features, double strength, int dense_columns)
    : scaled_(features), strength_(strength), dense_columns_(dense_columns) {}

// A free intercept is the same as columns and labels around their means; columns stay sparse, and
// their means are taken off where they are summed.
void RidgePredictor::load(const TrainingSet& training) {
  scaled_.measure(training.people);
  rows_.clear();
  label_.clear();
  const auto n = static_cast<double>(training.people.size());
  double label_mean = 0;
  for (const std::int64_t person : training.people) {
    rows_.append(scaled_, person);
    label_.push_back(training.outcome[static_cast<std::size_t>(person)]);
    label_mean += label_.back() / n;
  }
  for (double& label : label_) label -= label_mean;
  const auto columns = static_cast<std::size_t>(scaled_.features().columns());
  mean_.assign(columns, 0.0);
  right_.assign(columns, 0.0);
  for (std::int64_t i = 0; i < rows_.size(); ++i) {
    for (const FeatureEntry& entry : rows_.row(i)) {
      const auto j = static_cast<std::size_t>(entry.column);
      mean_[j] += entry.value / n;
      right_[j] += entry.value * label_[static_cast<std::size_t>(i)];
    }
  }
  intercept_ = label_mean;
}

void RidgePredictor::solve_dense() {
  const auto columns = static_cast<Eigen::Index>(mean_.size());
  Eigen::MatrixXd gram = Eigen::MatrixXd::Zero(columns, columns);
  for (std::int64_t i = 0; i < rows_.size(); ++i) {
    const auto row = rows_.row(i);
    for (std::size_t a = 0; a < row.size(); ++a) {
      for (std::size_t b = a; b < row.size(); ++b) {
        gram(row[b].column, row[a].column) += row[a].value * row[b].value;
      }
    }
  }
  const Mapped mean(mean_.data(), columns);
  gram.selfadjointView<Eigen::Lower>().rankUpdate(mean, -static_cast<double>(rows_.size()));
  gram.diagonal().array() += strength_;
  const Eigen::LLT<Eigen::MatrixXd> cholesky(gram.selfadjointView<Eigen::Lower>());
  Mapped(coefficients_.data(), columns) = cholesky.solve(Mapped(right_.data(), columns));
  converged_ = cholesky.info() == Eigen::Success;
}

void RidgePredictor::solve_sparse() {
  const auto columns = static_cast<Eigen::Index>(mean_.size());
  const auto n = static_cast<double>(rows_.size());
  const Mapped mean(mean_.data(), columns);
  const Mapped right(right_.data(), columns);
  Vector diagonal = Vector::Constant(columns, strength_) - n * mean.cwiseAbs2();
  for (const FeatureEntry& entry : rows_.entries) {
    diagonal[entry.column] += entry.value * entry.value;
  }
  diagonal = diagonal.cwiseMax(strength_);
  const auto times = [&](const Vector& v, Vector& out) {
    out = strength_ * v - n * mean.dot(v) * mean;
    for (std::int64_t i = 0; i < rows_.size(); ++i) {
      double inner = 0;
      for (const FeatureEntry& entry : rows_.row(i)) inner += entry.value * v[entry.column];
      for (const FeatureEntry& entry : rows_.row(i)) out[entry.column] += entry.value * inner;
    }
  };
  Mapped b(coefficients_.data(), columns);
  b.setZero();
  Vector residual = right;
  Vector scaled = residual.cwiseQuotient(diagonal);
  Vector direction = scaled;
  Vector image(columns);
  double product = residual.dot(scaled);
  const double enough = kTolerance * right.norm();
  const Eigen::Index most = 10 * columns + 100;
  for (Eigen::Index iteration = 0; residual.norm() > enough; ++iteration) {
    if (iteration == most) {
      converged_ = false;
      return;
    }
    times(direction, image);
    const double step = product / direction.dot(image);
    b += step * direction;
    residual -= step * image;
    scaled = residual.cwiseQuotient(diagonal);
    const double next = residual.dot(scaled);
    direction = scaled + (next / product) * direction;
    product = next;
  }
  converged_ = true;
}

void RidgePredictor::fit(const TrainingSet& training) {
  load(training);
  coefficients_.assign(mean_.size(), 0.0);
  converged_ = true;
  if (std::cmp_less_equal(mean_.size(), dense_columns_)) {
    solve_dense();
  } else {
    solve_sparse();
  }
  for (std::size_t j = 0; j < mean_.size(); ++j) intercept_ -= mean_[j] * coefficients_[j];
}

void RidgePredictor::predict(std::span<const std::int64_t> people, std::span<double> out) const {
  std::vector<FeatureEntry> row;
  for (std::size_t i = 0; i < people.size(); ++i) {
    row.clear();
    scaled_.append_row(people[i], row);
    double value = intercept_;
    for (const FeatureEntry& entry : row) {
      value += entry.value * coefficients_[static_cast<std::size_t>(entry.column)];
    }
    out[i] = value;
  }
}

}  // namespace faultline::model
