#include "faultline/model/linear/newton.hpp"

#include <algorithm>
#include <cmath>

#include <Eigen/Cholesky>
#include <Eigen/Core>

namespace faultline::model {
namespace {

// Beyond these log-odds (a chance of 3 in 10 million) a Hessian that cannot be factored is a sign
// of separation.
constexpr double kFarOut = 15;
// Armijo's share of the promised fall.
constexpr double kEnoughFall = 1e-4;
// A step this short goes nowhere: rounding keeps the objective from falling.
constexpr double kShortestStep = 1e-12;
// Rounding may keep the gradient's norm just above the tolerance: within this factor it may stop
// falling.
constexpr double kNearTolerance = 1000;

// Puts the point further along the step, which the trial stands at the end of, and differentiates
// there. False when the objective cannot be made to fall.
bool search_along_step(NewtonProblem& problem, double change, const NewtonRules& rules) {
  const double slope = problem.slope();
  double length = 1;
  if (change > rules.largest_change) {
    length = rules.largest_change / change;
    change = problem.try_step(length);
  }
  double before = std::numeric_limits<double>::quiet_NaN();
  for (; length > kShortestStep; length /= 2, change = problem.try_step(length)) {
    problem.differentiate();
    bool fell = problem.slope() <= rules.overshoot * std::abs(slope) ||
                (length == 1 && change <= rules.safe_change);
    if (!fell) {
      if (std::isnan(before)) before = problem.value_at_point();
      fell = problem.value_at_trial() <= before + kEnoughFall * length * slope;
    }
    if (fell) {
      problem.accept();
      return true;
    }
  }
  return false;
}

}  // namespace

NewtonEnd minimise(NewtonProblem& problem, const NewtonRules& rules) {
  NewtonEnd end;
  double last_norm = std::numeric_limits<double>::infinity();
  for (;; ++end.iterations) {
    const double norm = end.gradient_norm = problem.norm();
    const bool flat = norm <= rules.tolerance ||
                      (norm <= kNearTolerance * rules.tolerance && norm > last_norm / 2);
    last_norm = norm;
    if (!problem.solve()) {
      end.separated = true;
      return end;
    }
    const double change = problem.try_step(1);
    if (flat && !(change <= kSeparatedChange)) {
      end.separated = true;
      return end;
    }
    if (rules.last_step > 0 ? change <= rules.last_step : flat) {
      problem.accept();
      end.converged = true;
      return end;
    }
    if (end.iterations >= rules.max_iterations || !std::isfinite(norm) || !std::isfinite(change) ||
        !search_along_step(problem, change, rules)) {
      return end;
    }
  }
}

bool cholesky_step(const NewtonProblem& problem, std::span<const double> hessian,
                   std::span<const double> gradient, double weight, std::span<double> factor,
                   std::span<double> step) {
  const auto columns = static_cast<Eigen::Index>(gradient.size());
  Eigen::Map<Eigen::MatrixXd> f(factor.data(), columns, columns);
  Eigen::Map<Eigen::VectorXd> d(step.data(), columns);
  double damping = 0;
  for (;;) {
    std::ranges::copy(hessian, factor.begin());
    for (Eigen::Index j = 0; j < columns; ++j) f(j, j) += damping;
    Eigen::Ref<Eigen::MatrixXd> in_place(f);
    const Eigen::LLT<Eigen::Ref<Eigen::MatrixXd>> cholesky(in_place);
    if (cholesky.info() == Eigen::Success) {
      d.noalias() = -Eigen::Map<const Eigen::VectorXd>(gradient.data(), columns);
      cholesky.solveInPlace(d);
      return true;
    }
    if (problem.largest_log_odds() > kFarOut) return false;
    damping = std::max(100 * damping, 1e-10 * weight);
    if (!std::isfinite(damping)) return false;
  }
}

}  // namespace faultline::model
