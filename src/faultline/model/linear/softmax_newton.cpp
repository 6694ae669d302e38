#include "faultline/model/linear/softmax_newton.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include <Eigen/Cholesky>
#include <Eigen/Core>

#include "faultline/model/linear/newton_limits.hpp"

namespace faultline::model {
namespace {

using Eigen::Index;
using Eigen::MatrixXd;
using Eigen::VectorXd;
using View = Eigen::Map<const MatrixXd>;

constexpr Index kRowsAtOnce = 1024;  // rows whose share of the Hessian is summed while in the cache

class Softmax {
 public:
  explicit Softmax(const SoftmaxProblem& problem)
      : p_(problem),
        columns_(problem.columns),
        free_(problem.classes - 1),
        x_(problem.x.data(), problem.rows, problem.columns),
        weight_(problem.weight.data(), problem.rows, problem.classes),
        total_(weight_.rowwise().sum()),
        gradient_(columns_ * free_),
        hessian_(columns_ * free_, columns_ * free_) {}

  SoftmaxSolution solve();

 private:
  void evaluate(const MatrixXd& b);
  void differentiate(const MatrixXd& b);
  void add_ridge(const MatrixXd& b);
  bool newton_step(MatrixXd& step);
  bool search(MatrixXd& b, const MatrixXd& step);
  [[nodiscard]] double tolerance() const;

  const SoftmaxProblem& p_;
  Index columns_;
  Index free_;  // classes but the reference
  View x_, weight_;
  VectorXd total_;
  MatrixXd eta_{}, probability_{};  // rows x free classes
  double value_ = 0;
  VectorXd gradient_;
  MatrixXd hessian_;
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

// After evaluate.
void Softmax::differentiate(const MatrixXd& b) {
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
  add_ridge(b);
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

// False when the Hessian has no factor because rows ran away to 0 or 1. Reads its lower triangle.
bool Softmax::newton_step(MatrixXd& step) {
  double damping = 0;
  for (;;) {
    MatrixXd h = hessian_;
    h.diagonal().array() += damping;
    const Eigen::LLT<MatrixXd> cholesky(h);
    if (cholesky.info() == Eigen::Success) {
      const VectorXd d = cholesky.solve(-gradient_);
      step = Eigen::Map<const MatrixXd>(d.data(), columns_, free_);
      return true;
    }
    if (eta_.cwiseAbs().maxCoeff() > kFarOut) return false;
    damping = std::max(100 * damping, 1e-10 * total_.sum());
    if (!std::isfinite(damping)) return false;
  }
}

// Moves b along the step, halving it until the objective falls enough; false when it cannot be made
// to fall.
bool Softmax::search(MatrixXd& b, const MatrixXd& step) {
  const double before = value_;
  const double slope = gradient_.dot(Eigen::Map<const VectorXd>(step.data(), step.size()));
  const double change = (x_ * step).cwiseAbs().maxCoeff();
  if (!std::isfinite(change)) return false;
  // What rounding may add to the objective: near the optimum a good step can seem to raise it.
  const double slack = 1e-14 * std::abs(before);
  for (double length = std::min(1.0, kLargestChange / change); length > 1e-12; length /= 2) {
    const MatrixXd trial = b + length * step;
    evaluate(trial);
    if (value_ <= before + 1e-4 * length * slope + slack) {
      b = trial;
      return true;
    }
  }
  evaluate(b);
  return false;
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

SoftmaxSolution Softmax::solve() {
  SoftmaxSolution s;
  MatrixXd b = MatrixXd::Zero(columns_, free_);
  const VectorXd classes = weight_.colwise().sum();
  for (Index k = 0; k < free_; ++k) b(0, k) = std::log(classes(k + 1) / classes(0));
  evaluate(b);
  differentiate(b);
  const double tolerance = this->tolerance();
  double last_norm = std::numeric_limits<double>::infinity();
  MatrixXd step;
  for (;; ++s.iterations) {
    s.norm = gradient_.norm();
    const bool at_rest =
        s.norm <= tolerance || (s.norm <= 1000 * tolerance && s.norm > last_norm / 2);
    last_norm = s.norm;
    if (!newton_step(step)) {
      s.separated = true;
      break;
    }
    if (at_rest) {
      s.separated = !((x_ * step).cwiseAbs().maxCoeff() <= kSeparatedChange);
      s.converged = !s.separated;
      if (s.converged) b += step;  // one step more: rounding is then all that is left
      break;
    }
    if (s.iterations >= p_.max_iterations || !std::isfinite(s.norm)) break;
    if (!search(b, step)) break;
    differentiate(b);
  }
  s.coefficients.assign(b.data(), b.data() + b.size());
  return s;
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

SoftmaxSolution fit_softmax(const SoftmaxProblem& problem) { return Softmax(problem).solve(); }

}  // namespace faultline::model
