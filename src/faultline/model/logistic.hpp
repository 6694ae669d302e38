#pragma once
// Weighted, grouped logistic regression with fractional labels: the coefficients b that minimise
//   sum_i [ w_i log(1 + e^eta_i) - s_i eta_i ] + 1/2 ridge sum_j (r_j b_j)^2,   eta = offset + X b,
// where s_i is the weighted sum of labels of row i and r_j is 1, or the standard deviation of
// column j over the people of the training rows where the column counts as standardised (the same
// fit as on standardised columns, without touching the matrix; the intercept is free, so means do
// not matter). Newton's method with a line search, to a gradient norm of 1e-10. Columns that are
// constant over the training rows get coefficient 0.

#include <span>
#include <vector>

#include "faultline/model/learner.hpp"

namespace faultline::model {

struct LogisticOptions {
  double ridge = 1.0;
  bool standardise = false;
  int max_iterations = 100;
  double tolerance = 1e-10;  // of the gradient's norm; never below what rounding allows
};

/// Throws ConfigError.
void validate(const LogisticOptions& options);

class Logistic final : public Learner {
 public:
  /// Keeps a reference to the design.
  Logistic(const Design& design, const LogisticOptions& options);
  ~Logistic() override;

  /// Starts from the coefficients of the last fit where there are any (a permuted data set is close
  /// to the last one); the optimum does not depend on it. Does not allocate after the first call.
  void fit(const TrainingRows& rows) override;
  void predict(std::span<double> log_odds) const override;
  [[nodiscard]] FitReport report() const override;

  [[nodiscard]] std::span<const double> coefficients() const;
  [[nodiscard]] bool converged() const;
  [[nodiscard]] bool separated() const;

 private:
  struct State;
  std::unique_ptr<State> state_;
};

/// The constant a that a weighted logistic fit of an intercept alone finds on top of an offset: the
/// doubly robust correction. Infinite when every label is 0 or every label is 1.
[[nodiscard]] double intercept_shift(std::span<const double> weight,
                                     std::span<const double> positive,
                                     std::span<const double> offset);

}  // namespace faultline::model
