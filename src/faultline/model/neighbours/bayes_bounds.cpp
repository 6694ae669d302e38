#include "faultline/model/neighbours/bayes_bounds.hpp"

#include <algorithm>
#include <cmath>

#include <Eigen/Cholesky>
#include <Eigen/Core>
#include <Eigen/Eigenvalues>
#include <fmt/format.h>

#include "faultline/base/error.hpp"

namespace faultline::model {
namespace {

using Matrix = Eigen::MatrixXd;
using Vector = Eigen::VectorXd;

// Directions in which the pooled covariance is below this share of its largest are left out.
constexpr double kNoSpread = 1e-10;

struct Moments {
  Vector mean;
  Matrix covariance;  // divided by n - 1
  double n = 0;
};

/// Of the rows with the label; features are (value - shift) * scale.
Moments moments_of(const LabelledRows& rows, double label, const Vector& shift,
                   const Vector& scale) {
  const auto columns = static_cast<Eigen::Index>(rows.columns.size());
  std::vector<std::int64_t> members;
  for (const std::int64_t row : rows.rows) {
    if (rows.label[row] == label) members.push_back(row);
  }
  if (members.size() < 2) {
    throw InputError(
        fmt::format("a bound on the Bayes error needs two people with either outcome; {} have the "
                    "outcome {:.0f}",
                    members.size(), label));
  }
  Matrix features(static_cast<Eigen::Index>(members.size()), columns);
  for (Eigen::Index j = 0; j < columns; ++j) {
    for (std::size_t i = 0; i < members.size(); ++i) {
      features(static_cast<Eigen::Index>(i), j) =
          (rows.columns[j][members[i]] - shift[j]) * scale[j];
    }
  }
  Moments moments;
  moments.n = static_cast<double>(members.size());
  moments.mean = features.colwise().mean();
  features.rowwise() -= moments.mean.transpose();
  moments.covariance = features.transpose() * features / (moments.n - 1);
  return moments;
}

double log_determinant(const Matrix& matrix) {
  const Eigen::LLT<Matrix> cholesky(matrix);
  if (cholesky.info() != Eigen::Success) {
    throw NumericError("a covariance cannot be inverted; use a larger lambda");
  }
  return 2 * Matrix(cholesky.matrixL()).diagonal().array().log().sum();
}

MahalanobisBound mahalanobis(const Vector& difference, const Matrix& pooled, double prior) {
  const Eigen::SelfAdjointEigenSolver<Matrix> spectrum(pooled);
  const double largest = spectrum.eigenvalues().maxCoeff();
  MahalanobisBound bound;
  for (Eigen::Index i = 0; i < difference.size(); ++i) {
    const double value = spectrum.eigenvalues()[i];
    if (!(value > kNoSpread * largest)) continue;
    const double along = spectrum.eigenvectors().col(i).dot(difference);
    bound.squared_distance += along * along / value;
  }
  const double product = prior * (1 - prior);
  bound.upper = 2 * product / (1 + product * bound.squared_distance);
  return bound;
}

BhattacharyyaBounds bhattacharyya(const Vector& difference, const Matrix& s0, const Matrix& s1,
                                  double prior) {
  const Matrix middle = (s0 + s1) / 2;
  const Eigen::LLT<Matrix> cholesky(middle);
  BhattacharyyaBounds bounds;
  bounds.t1 = difference.dot(cholesky.solve(difference)) / 8;
  bounds.t2 = log_determinant(middle) / 2 - (log_determinant(s0) + log_determinant(s1)) / 4;
  bounds.rho = std::exp(-bounds.t1 - bounds.t2);
  const double product = prior * (1 - prior);
  const double inside = 4 * product * bounds.rho * bounds.rho;
  // (1 - sqrt(1 - u)) / 2 without losing small u.
  bounds.lower = inside / (2 * (1 + std::sqrt(std::max(0.0, 1 - inside))));
  bounds.upper = std::sqrt(product) * bounds.rho;
  return bounds;
}

Eigen::Map<const Matrix> square(std::span<const double> values, std::size_t size) {
  if (values.size() != size * size) throw InternalError("a covariance has the wrong size");
  return {values.data(), static_cast<Eigen::Index>(size), static_cast<Eigen::Index>(size)};
}

Eigen::Map<const Vector> vector(std::span<const double> values) {
  return {values.data(), static_cast<Eigen::Index>(values.size())};
}

}  // namespace

MahalanobisBound mahalanobis_bound(const LabelledRows& rows) {
  const auto columns = static_cast<Eigen::Index>(rows.columns.size());
  const Vector shift = Vector::Zero(columns);
  Vector scale = Vector::Ones(columns);
  // A pseudo-inverse depends on units; scale to the range, which the distance itself does not see.
  for (Eigen::Index j = 0; j < columns; ++j) {
    double largest = 0;
    for (const std::int64_t row : rows.rows) {
      largest = std::max(largest, std::abs(rows.columns[j][row]));
    }
    if (largest > 0) scale[j] = 1 / largest;
  }
  const Moments zero = moments_of(rows, 0, shift, scale);
  const Moments one = moments_of(rows, 1, shift, scale);
  const double prior = one.n / (zero.n + one.n);
  return mahalanobis(one.mean - zero.mean, (1 - prior) * zero.covariance + prior * one.covariance,
                     prior);
}

BhattacharyyaBounds bhattacharyya_bounds(const LabelledRows& rows, double lambda) {
  if (!(lambda > 0)) throw ConfigError("the lambda of the Bhattacharyya bound must be above 0");
  const auto columns = static_cast<Eigen::Index>(rows.columns.size());
  Vector shift = Vector::Zero(columns);
  Vector scale = Vector::Ones(columns);
  for (Eigen::Index j = 0; j < columns; ++j) {
    double low = INFINITY;
    double high = -INFINITY;
    for (const std::int64_t row : rows.rows) {
      low = std::min(low, rows.columns[j][row]);
      high = std::max(high, rows.columns[j][row]);
    }
    shift[j] = low;
    if (high > low) scale[j] = 1 / (high - low);
  }
  Moments zero = moments_of(rows, 0, shift, scale);
  Moments one = moments_of(rows, 1, shift, scale);
  zero.covariance.diagonal().array() += lambda;
  one.covariance.diagonal().array() += lambda;
  return bhattacharyya(one.mean - zero.mean, zero.covariance, one.covariance,
                       one.n / (zero.n + one.n));
}

MahalanobisBound mahalanobis_bound(std::span<const double> mean_difference,
                                   std::span<const double> pooled_covariance, double prior) {
  return mahalanobis(vector(mean_difference), square(pooled_covariance, mean_difference.size()),
                     prior);
}

BhattacharyyaBounds bhattacharyya_bounds(std::span<const double> mean_difference,
                                         std::span<const double> covariance0,
                                         std::span<const double> covariance1, double prior) {
  return bhattacharyya(vector(mean_difference), square(covariance0, mean_difference.size()),
                       square(covariance1, mean_difference.size()), prior);
}

double cover_hart_lower_bound(double nearest_neighbour_error) {
  if (nearest_neighbour_error >= 0.5) return 0.5;
  return (1 - std::sqrt(1 - 2 * nearest_neighbour_error)) / 2;
}

}  // namespace faultline::model
