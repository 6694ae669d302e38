#include "faultline/model/linear/ridge.hpp"

#include <utility>

#include <Eigen/Cholesky>
#include <Eigen/Core>

#include "faultline/base/error.hpp"

namespace faultline::model {
namespace {

using Vector = Eigen::VectorXd;
using Mapped = Eigen::Map<Eigen::VectorXd>;

// Residual of the normal equations, as a share of their right-hand side, at which conjugate
// gradients end.
constexpr double kTolerance = 1e-11;

}  // namespace

Ridge::Ridge(std::shared_ptr<const Features> features, double strength, int dense_columns)
    : Learner(LearnerKind::ridge, features->rows()),
      features_(std::move(features)),
      scaled_(*features_),
      strength_(strength),
      dense_columns_(dense_columns) {}

// A free intercept is the same as columns and labels around their means; columns stay sparse, and
// their means are taken off where they are summed.
void Ridge::load(const TrainingRows& rows) {
  if (!rows.offset.empty()) throw InternalError("least squares take no offset");
  scaled_.measure(rows);
  rows_.clear();
  weight_.clear();
  label_.clear();
  total_weight_ = 0;
  for (const double weight : rows.weight) total_weight_ += weight > 0 ? weight : 0;
  double label_mean = 0;
  for (std::size_t k = 0; k < rows.weight.size(); ++k) {
    if (!(rows.weight[k] > 0)) continue;
    rows_.append(scaled_, rows.row(k));
    weight_.push_back(rows.weight[k]);
    label_.push_back(rows.positive[k] / rows.weight[k]);
    label_mean += rows.positive[k] / total_weight_;
  }
  for (double& label : label_) label -= label_mean;
  const auto columns = static_cast<std::size_t>(scaled_.features().columns());
  mean_.assign(columns, 0.0);
  right_.assign(columns, 0.0);
  for (std::int64_t i = 0; i < rows_.size(); ++i) {
    const double weight = weight_[static_cast<std::size_t>(i)];
    for (const FeatureEntry& entry : rows_.row(i)) {
      const auto j = static_cast<std::size_t>(entry.column);
      mean_[j] += weight * entry.value / total_weight_;
      right_[j] += weight * entry.value * label_[static_cast<std::size_t>(i)];
    }
  }
  intercept_ = label_mean;
}

void Ridge::solve_dense() {
  const auto columns = static_cast<Eigen::Index>(mean_.size());
  Eigen::MatrixXd gram = Eigen::MatrixXd::Zero(columns, columns);
  for (std::int64_t i = 0; i < rows_.size(); ++i) {
    const auto row = rows_.row(i);
    for (std::size_t a = 0; a < row.size(); ++a) {
      const double weighted = weight_[static_cast<std::size_t>(i)] * row[a].value;
      for (std::size_t b = a; b < row.size(); ++b) {
        gram(row[b].column, row[a].column) += weighted * row[b].value;
      }
    }
  }
  const Mapped mean(mean_.data(), columns);
  gram.selfadjointView<Eigen::Lower>().rankUpdate(mean, -total_weight_);
  gram.diagonal().array() += strength_;
  const Eigen::LLT<Eigen::MatrixXd> cholesky(gram.selfadjointView<Eigen::Lower>());
  Mapped(coefficients_.data(), columns) = cholesky.solve(Mapped(right_.data(), columns));
  converged_ = cholesky.info() == Eigen::Success;
}

void Ridge::solve_sparse() {
  const auto columns = static_cast<Eigen::Index>(mean_.size());
  const Mapped mean(mean_.data(), columns);
  const Mapped right(right_.data(), columns);
  Vector diagonal = Vector::Constant(columns, strength_) - total_weight_ * mean.cwiseAbs2();
  for (std::int64_t i = 0; i < rows_.size(); ++i) {
    for (const FeatureEntry& entry : rows_.row(i)) {
      diagonal[entry.column] += weight_[static_cast<std::size_t>(i)] * entry.value * entry.value;
    }
  }
  diagonal = diagonal.cwiseMax(strength_);
  const auto times = [&](const Vector& v, Vector& out) {
    out = strength_ * v - total_weight_ * mean.dot(v) * mean;
    for (std::int64_t i = 0; i < rows_.size(); ++i) {
      double inner = 0;
      for (const FeatureEntry& entry : rows_.row(i)) inner += entry.value * v[entry.column];
      inner *= weight_[static_cast<std::size_t>(i)];
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

void Ridge::learn(const TrainingRows& rows) {
  load(rows);
  coefficients_.assign(mean_.size(), 0.0);
  converged_ = true;
  if (std::cmp_less_equal(mean_.size(), dense_columns_)) {
    solve_dense();
  } else {
    solve_sparse();
  }
  for (std::size_t j = 0; j < mean_.size(); ++j) intercept_ -= mean_[j] * coefficients_[j];
}

void Ridge::means(std::span<const std::int64_t> rows, std::span<double> out) const {
  std::vector<FeatureEntry> row;
  for (std::size_t i = 0; i < rows.size(); ++i) {
    row.clear();
    scaled_.append_row(rows[i], row);
    double value = intercept_;
    for (const FeatureEntry& entry : row) {
      value += entry.value * coefficients_[static_cast<std::size_t>(entry.column)];
    }
    out[i] = value;
  }
}

}  // namespace faultline::model
