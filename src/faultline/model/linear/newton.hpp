#pragma once
// Newton's method for the coefficients of log-odds, under every fit of ours that maximises a
// likelihood: plain, grouped and multinomial. A problem is convex and knows its derivatives and its
// Newton step; how far to go along a step, when to stop and what counts as separated is decided
// here. Steps are shortened until the objective falls; a fit ends with one step more, so that
// rounding is all that is left.

#include <cstdint>
#include <limits>
#include <span>

namespace faultline::model {

// When the gradient is as good as zero, Newton's step still moves separated rows by about 1 (their
// residual over their curvature) and all others by next to nothing.
inline constexpr double kSeparatedChange = 0.1;
// A column whose square sum falls below this share when the columns before it are projected out is
// determined by them.
inline constexpr double kDependent = 1e-11;

/// Keeps a point, a trial beside it, derivatives (where they were taken last) and a step.
class NewtonProblem {
 public:
  virtual ~NewtonProblem() = default;
  /// The step from derivatives at the point. False when it cannot be had because rows ran away to
  /// probabilities of 0 or 1.
  virtual bool solve() = 0;
  /// Puts the trial at the point plus `length` steps. Returns by how much that changes log-odds at
  /// most (or coefficients of standardised columns, where that is cheaper).
  virtual double try_step(double length) = 0;
  /// Gradient and Hessian at the trial.
  virtual void differentiate() = 0;
  /// Of the gradient.
  [[nodiscard]] virtual double norm() const = 0;
  /// Gradient times step.
  [[nodiscard]] virtual double slope() const = 0;
  /// The objective; a problem without one is judged by its slopes alone.
  [[nodiscard]] virtual double value_at_point() const {
    return std::numeric_limits<double>::quiet_NaN();
  }
  [[nodiscard]] virtual double value_at_trial() const {
    return std::numeric_limits<double>::quiet_NaN();
  }
  /// The trial becomes the point.
  virtual void accept() = 0;
  /// The largest log-odds at the point; asked for only where a Hessian cannot be factored.
  [[nodiscard]] virtual double largest_log_odds() const { return 0; }
};

struct NewtonRules {
  int max_iterations = 100;
  double tolerance = 1e-10;  // a gradient whose norm is below it is as good as zero
  /// Newton's error squares in a step. When set, a step at most this long is the last one, whatever
  /// the gradient; else the gradient decides.
  double last_step = 0;
  /// No step changes log-odds by more. Newton's parabola says little so far away: from a
  /// probability near 0 it leaps to the flat beyond 1, with a lower objective but no way back.
  double largest_change = 5;
  /// A full Newton step that moves no log-odds by more than 1 lowers the objective for certain: the
  /// third derivative along the step is at most R = max |change| times the second, so the objective
  /// falls by at least (1 - (e^R - R - 1) / R^2) > 0.28 of the squared Newton decrement.
  double safe_change = 1;
  /// A step that ends where the objective rises at most this steeply, as a share of how it fell at
  /// the start, is taken without a look at the objective. At 0 convexity says that it fell all the
  /// way.
  double overshoot = 0;
};

struct NewtonEnd {
  int iterations = 0;
  double gradient_norm = 0;  // at the last point but one
  bool converged = false;
  bool separated = false;  // no finite optimum
};

/// From the point, where derivatives were taken.
[[nodiscard]] NewtonEnd minimise(NewtonProblem& problem, const NewtonRules& rules);

/// step = - H^-1 gradient by Cholesky, for a problem's solve(): the lower triangle of H column
/// after column, `factor` with room for another H. A Hessian without a factor is damped, by shares
/// of `weight`, unless the problem's log-odds say that rows ran away: then false.
[[nodiscard]] bool cholesky_step(const NewtonProblem& problem, std::span<const double> hessian,
                                 std::span<const double> gradient, double weight,
                                 std::span<double> factor, std::span<double> step);

}  // namespace faultline::model
