#include "faultline/model/linear/softmax.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <span>

#include <Eigen/Core>

#include "faultline/model/linear/newton.hpp"

namespace faultline::model {
namespace {

using Eigen::Index;
using Eigen::MatrixXd;
using Eigen::VectorXd;
using View = Eigen::Map<const MatrixXd>;

constexpr Index kRowsAtOnce = 1024;  // rows whose share of the Hessian is summed while in the cache

class Softmax final : public NewtonProblem {
 public:
  explicit Softmax(const SoftmaxProblem& problem)
      : p_(problem),
        columns_(problem.columns),
        free_(problem.classes - 1),
        x_(problem.x.data(), problem.rows, problem.columns),
        weight_(problem.weight.data(), problem.rows, problem.classes),
        total_(weight_.rowwise().sum()),
        step_(columns_, free_),
        gradient_(columns_ * free_),
        hessian_(columns_ * free_, columns_ * free_),
        factor_(columns_ * free_, columns_ * free_) {}

  SoftmaxSolution fit();

 private:
  bool solve() override;
  double try_step(double length) override;
  void differentiate() override;
  [[nodiscard]] double norm() const override { return gradient_.norm(); }
  [[nodiscard]] double slope() const override;
  [[nodiscard]] double value_at_point() const override { return value_at_point_; }
  [[nodiscard]] double value_at_trial() const override { return value_; }
  void accept() override;
  [[nodiscard]] double largest_log_odds() const override { return eta_.cwiseAbs().maxCoeff(); }

  void evaluate(const MatrixXd& b);
  void add_ridge(const MatrixXd& b);
  [[nodiscard]] double tolerance() const;

  const SoftmaxProblem& p_;
  Index columns_;
  Index free_;  // classes but the reference
  View x_, weight_;
  VectorXd total_;
  MatrixXd b_{}, trial_{}, step_;
  MatrixXd eta_{}, probability_{};  // rows x free classes, at the trial
  double value_ = 0, value_at_point_ = 0;
  double full_change_ = 0;  // of log-odds, by a full step
  VectorXd gradient_;
  MatrixXd hessian_, factor_;
};

// Log-odds against the reference, probabilities and the objective at b.
void Softmax::evaluate(const MatrixXd& b) {
  eta_.noalias() = x_ * b;
  const VectorXd top = eta_.rowwise().maxCoeff().cwiseMax(0.0);
  probability_ = (eta_.colwise() - top).array().exp();
  const Eigen::ArrayXd reference = (-top).array().exp();
  const Eigen::ArrayXd sum = reference + probability_.rowwise().sum().array();
  probability_.array().colwise() /= sum;
  const VectorXd log_sum = top.array() + sum.log();
  value_ = total_.dot(log_sum) - (weight_.rightCols(free_).array() * eta_.array()).sum();
  for (Index j = 1; j < columns_; ++j) {
    const double mean = b.row(j).sum() / static_cast<double>(free_ + 1);
    value_ += 0.5 * p_.ridge * (b.row(j).squaredNorm() - mean * b.row(j).sum());
  }
}

// The trial was evaluated.
void Softmax::differentiate() {
  const MatrixXd residual =
      (probability_.array().colwise() * total_.array()).matrix() - weight_.rightCols(free_);
  Eigen::Map<MatrixXd>(gradient_.data(), columns_, free_).noalias() = x_.transpose() * residual;
  hessian_.setZero();
  for (Index first = 0; first < x_.rows(); first += kRowsAtOnce) {
    const Index rows = std::min(kRowsAtOnce, x_.rows() - first);
    const auto x = x_.middleRows(first, rows);
    for (Index k = 0; k < free_; ++k) {
      for (Index l = 0; l <= k; ++l) {
        const auto pk = probability_.col(k).segment(first, rows).array();
        const auto pl = probability_.col(l).segment(first, rows).array();
        const VectorXd w = total_.segment(first, rows).array() * pk * ((k == l ? 1.0 : 0.0) - pl);
        hessian_.block(k * columns_, l * columns_, columns_, columns_).noalias() +=
            x.transpose() * (x.array().colwise() * w.array()).matrix();
      }
    }
  }
  add_ridge(trial_);
}

void Softmax::add_ridge(const MatrixXd& b) {
  if (p_.ridge == 0) return;
  const double share = 1.0 / static_cast<double>(free_ + 1);
  for (Index j = 1; j < columns_; ++j) {
    for (Index k = 0; k < free_; ++k) {
      gradient_(k * columns_ + j) += p_.ridge * (b(j, k) - share * b.row(j).sum());
      for (Index l = 0; l <= k; ++l) {
        hessian_(k * columns_ + j, l * columns_ + j) += p_.ridge * ((k == l ? 1.0 : 0.0) - share);
      }
    }
  }
}

bool Softmax::solve() {
  const auto span_of = [](auto& matrix) {
    return std::span(matrix.data(), static_cast<std::size_t>(matrix.size()));
  };
  if (!cholesky_step(*this, span_of(hessian_), span_of(gradient_), total_.sum(), span_of(factor_),
                     span_of(step_))) {
    return false;
  }
  full_change_ = (x_ * step_).cwiseAbs().maxCoeff();
  return true;
}

double Softmax::try_step(double length) {
  trial_ = b_ + length * step_;
  evaluate(trial_);
  return length * full_change_;
}

double Softmax::slope() const {
  return gradient_.dot(Eigen::Map<const VectorXd>(step_.data(), step_.size()));
}

void Softmax::accept() {
  b_ = trial_;
  value_at_point_ = value_;
}

double Softmax::tolerance() const {
  double squares = 0;
  for (Index j = 0; j < columns_; ++j) {
    const double size = total_.dot(x_.col(j).cwiseAbs());
    squares += size * size;
  }
  return std::max(p_.tolerance * std::min(1.0, total_.sum()),
                  8 * std::numeric_limits<double>::epsilon() * std::sqrt(squares));
}

SoftmaxSolution Softmax::fit() {
  trial_ = MatrixXd::Zero(columns_, free_);
  const VectorXd classes = weight_.colwise().sum();
  for (Index k = 0; k < free_; ++k) trial_(0, k) = std::log(classes(k + 1) / classes(0));
  evaluate(trial_);
  differentiate();
  accept();
  const NewtonEnd end =
      minimise(*this, {.max_iterations = p_.max_iterations, .tolerance = tolerance()});
  return {.coefficients = {b_.data(), b_.data() + b_.size()},
          .norm = end.gradient_norm,
          .iterations = end.iterations,
          .converged = end.converged,
          .separated = end.separated};
}

}  // namespace

std::vector<std::int64_t> keep_independent_columns(SoftmaxProblem& problem) {
  const View x(problem.x.data(), problem.rows, problem.columns);
  const View weight(problem.weight.data(), problem.rows, problem.classes);
  const Eigen::ArrayXd root = weight.rowwise().sum().array().sqrt();
  MatrixXd basis(problem.rows, problem.columns);
  std::vector<std::int64_t> kept;
  for (Index j = 0; j < problem.columns; ++j) {
    VectorXd v = x.col(j).array() * root;
    const double before = v.squaredNorm();
    for (Index k = 0; k < std::ssize(kept); ++k) v -= basis.col(k).dot(v) * basis.col(k);
    if (j > 0 && v.squaredNorm() <= kDependent * before) continue;
    basis.col(std::ssize(kept)) = v.normalized();
    kept.push_back(j);
  }
  const MatrixXd chosen = x(Eigen::all, kept);
  problem.x.assign(chosen.data(), chosen.data() + chosen.size());
  problem.columns = std::ssize(kept);
  return kept;
}

SoftmaxSolution fit_softmax(const SoftmaxProblem& problem) { return Softmax(problem).fit(); }

}  // namespace faultline::model
