#pragma once
// Weighted, grouped logistic regression with fractional labels: the coefficients b that minimise
//   sum_i [ w_i log(1 + e^eta_i) - s_i eta_i ] + 1/2 ridge sum_j (r_j b_j)^2,   eta = offset + X b,
// where s_i is the weighted sum of labels of row i and r_j is 1, or the standard deviation of
// column j over the people of the training rows where the column counts as standardised (the same
// fit as on standardised columns, without touching the matrix; the intercept is free, so means do
// not matter). Columns of numbers always count as standardised, plain ones never. Newton's method
// with a line search, to a gradient norm of 1e-10 (numbers on their standardised scale) and one
// step beyond. Columns that are constant over the training rows get coefficient 0; so do, without a
// ridge, columns that the columns before them determine.

#include <memory>
#include <span>

#include "faultline/model/learner.hpp"

namespace faultline::model {

struct LogisticOptions {
  double ridge = 1.0;
  bool standardise = false;
  int max_iterations = 100;
  double tolerance = 1e-10;  // of the gradient's norm; never below what rounding allows
  /// Start from the coefficients of the last fit. Saves an iteration or two, but the last bits then
  /// depend on what was fitted before, so replicates that run in any order must leave it off.
  bool warm_start = false;

  friend bool operator==(const LogisticOptions&, const LogisticOptions&) = default;
};

/// Throws ConfigError.
void validate(const LogisticOptions& options);

class Logistic final : public Learner {
 public:
  /// Keeps a reference to the design, which must have all its columns. Throws ConfigError.
  Logistic(const Design& design, const LogisticOptions& options);
  ~Logistic() override;

  [[nodiscard]] FitReport report() const override;

  /// One per column of the design, on its own scale; 0 where dropped.
  [[nodiscard]] std::span<const double> coefficients() const;
  /// False also when separated.
  [[nodiscard]] bool converged() const override;
  /// The labels can be told apart along some direction that no penalty holds back (with a ridge:
  /// all labels are the same, as the intercept is free). Coefficients are finite all the same:
  /// where the gradient fell below the tolerance.
  [[nodiscard]] bool separated() const;

 private:
  /// Starts from the overall log-odds, so that the result depends on the rows alone, bit for bit
  /// (but see warm_start). Never allocates where the rows are all rows of the design.
  void learn(const TrainingRows& rows) override;
  /// Without the offset.
  void log_odds_of_all(std::span<double> out) const override;

  struct State;
  std::unique_ptr<State> state_;
};

/// The constant a that a weighted logistic fit of an intercept alone finds on top of an offset: the
/// doubly robust correction. Infinite when every label is 0 or every label is 1.
[[nodiscard]] double intercept_shift(std::span<const double> weight,
                                     std::span<const double> positive,
                                     std::span<const double> offset);

}  // namespace faultline::model
