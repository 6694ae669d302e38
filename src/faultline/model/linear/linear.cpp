#include "faultline/model/linear/linear.hpp"

#include <cmath>

#include <Eigen/Core>
#include <Eigen/QR>
#include <fmt/format.h>

#include "faultline/base/error.hpp"

namespace faultline::model {

std::vector<double> fit_linear(const Design& design, std::span<const double> weight,
                               std::span<const double> label, double alpha) {
  if (std::ssize(weight) != design.rows() || std::ssize(label) != design.rows()) {
    throw InternalError(fmt::format("a linear fit got {} weights and {} labels for {} rows",
                                    weight.size(), label.size(), design.rows()));
  }
  if (!(alpha >= 0) || !std::isfinite(alpha)) {
    throw ConfigError(fmt::format("the ridge of a linear fit is {}, but must be 0 or more", alpha));
  }
  const Eigen::Index rows = design.rows();
  const Eigen::Index slopes = design.columns() - 1;
  const Eigen::Map<const Eigen::MatrixXd> all(design.matrix().data(), rows, slopes + 1);
  const Eigen::Map<const Eigen::VectorXd> w(weight.data(), rows);
  const Eigen::Map<const Eigen::VectorXd> y(label.data(), rows);
  const double total = w.sum();
  if (!(total > 0) || !std::isfinite(total)) {
    throw NumericError(fmt::format(
        "a linear model has nothing to learn from: the weights of its {} rows sum to {}", rows,
        total));
  }
  // A free intercept is the same as columns and labels around their weighted means. The ridge is a
  // block of rows of its own; an orthogonal decomposition does not square the condition.
  const auto x = all.rightCols(slopes);
  const Eigen::RowVectorXd mean = (w.transpose() * x) / total;
  const double label_mean = w.dot(y) / total;
  const Eigen::VectorXd root = w.cwiseSqrt();
  Eigen::MatrixXd system = Eigen::MatrixXd::Zero(rows + slopes, slopes);
  system.topRows(rows) = root.asDiagonal() * (x.rowwise() - mean);
  system.bottomRows(slopes).diagonal().setConstant(std::sqrt(alpha));
  Eigen::VectorXd target = Eigen::VectorXd::Zero(rows + slopes);
  target.head(rows) = root.cwiseProduct((y.array() - label_mean).matrix());
  // Rounding leaves a constant column a few last digits around its mean: that is no column.
  for (Eigen::Index j = 0; j < slopes; ++j) {
    const double size = std::sqrt(w.dot(x.col(j).cwiseAbs2()));
    auto column = system.col(j).head(rows);
    if (column.norm() <= 1e-13 * size) column.setZero();
  }
  std::vector<double> result(static_cast<std::size_t>(slopes) + 1, 0.0);
  Eigen::Map<Eigen::VectorXd> b(result.data() + 1, slopes);
  if (slopes > 0) {
    Eigen::CompleteOrthogonalDecomposition<Eigen::MatrixXd> decomposition;
    decomposition.setThreshold(1e-11);
    decomposition.compute(system);
    b = decomposition.solve(target);
  }
  result[0] = label_mean - (slopes > 0 ? mean.dot(b) : 0.0);
  return result;
}

std::vector<double> predict_linear(const Design& design, std::span<const double> coefficients) {
  if (std::ssize(coefficients) != design.columns()) {
    throw InternalError(fmt::format("a linear model has {} coefficients for {} columns",
                                    coefficients.size(), design.columns()));
  }
  std::vector<double> result(static_cast<std::size_t>(design.rows()), 0.0);
  for (int j = 0; j < design.columns(); ++j) {
    const double slope = coefficients[static_cast<std::size_t>(j)];
    const auto x = design.values(j);
    for (std::size_t i = 0; i < result.size(); ++i) result[i] += slope * x[i];
  }
  return result;
}

}  // namespace faultline::model
