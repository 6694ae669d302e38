#pragma once
// The logistic regression of logistic.hpp on features, whose rows are sparse and many: minimises
//   sum_i [ w_i log(1 + e^eta_i) - s_i eta_i ] + 1/2 strength |b|^2,   eta = a + x b,
// numbers standardised over people, dummies (all values, none left out) and words as they are, the
// intercept a free. Newton's method (newton.hpp); up to kDenseColumns columns with Cholesky, beyond
// that with conjugate gradients, which see only what is not 0.

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "faultline/model/design/scaled_rows.hpp"
#include "faultline/model/learner.hpp"
#include "faultline/model/linear/newton.hpp"
#include "faultline/model/linear/ridge.hpp"

namespace faultline::model {

class SparseLogistic final : public Learner, private NewtonProblem {
 public:
  SparseLogistic(std::shared_ptr<const Features> features, double strength,
                 int dense_columns = kDenseColumns);

  [[nodiscard]] bool converged() const override { return end_.converged; }
  [[nodiscard]] FitReport report() const override;
  /// Of standardised numbers and of other columns as they are; the intercept first.
  [[nodiscard]] std::span<const double> coefficients() const { return point_; }

 private:
  void learn(const TrainingRows& rows) override;
  void means(std::span<const std::int64_t> rows, std::span<double> out) const override;
  void log_odds_of_all(std::span<double> out) const override;

  bool solve() override;
  double try_step(double length) override;
  void differentiate() override;
  [[nodiscard]] double norm() const override;
  [[nodiscard]] double slope() const override;
  [[nodiscard]] double value_at_point() const override { return objective(point_, eta_); }
  [[nodiscard]] double value_at_trial() const override { return objective(trial_, trial_eta_); }
  void accept() override;
  [[nodiscard]] double largest_log_odds() const override;

  void load(const TrainingRows& rows);
  void evaluate();
  void add_hessian();
  bool solve_sparse();
  [[nodiscard]] double log_odds_of(std::span<const FeatureEntry> row,
                                   std::span<const double> coefficients) const;
  [[nodiscard]] double objective(std::span<const double> coefficients,
                                 std::span<const double> eta) const;

  std::shared_ptr<const Features> features_;
  ScaledRows scaled_;
  double strength_;
  bool dense_;
  EntryRows rows_{};
  std::vector<double> weight_{}, positive_{};
  double total_weight_ = 0;
  double first_norm_ = 0;  // of the gradient where the fit started
  std::vector<double> point_{}, trial_{}, step_{}, gradient_{}, hessian_{}, factor_{};
  std::vector<double> eta_{}, trial_eta_{}, curvature_{};
  NewtonEnd end_{};
};

}  // namespace faultline::model
