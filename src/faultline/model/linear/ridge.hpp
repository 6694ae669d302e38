#pragma once
// Least squares with a ridge on many features: minimises
//   sum_i w_i (y_i - a - x_i b)^2 + strength |b|^2
// over weighted rows, numbers standardised, the intercept a free. Up to kDenseColumns columns by
// the normal equations and Cholesky; beyond that by conjugate gradients, which see only what is not
// 0.

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "faultline/model/design/scaled_rows.hpp"
#include "faultline/model/learner.hpp"

namespace faultline::model {

inline constexpr int kDenseColumns = 1000;

class Ridge final : public Learner {
 public:
  Ridge(std::shared_ptr<const Features> features, double strength,
        int dense_columns = kDenseColumns);

  /// False when conjugate gradients ran out of iterations.
  [[nodiscard]] bool converged() const override { return converged_; }

 private:
  void learn(const TrainingRows& rows) override;
  /// Not kept in [0, 1] here.
  void means(std::span<const std::int64_t> rows, std::span<double> out) const override;
  void load(const TrainingRows& rows);
  void solve_dense();
  void solve_sparse();

  std::shared_ptr<const Features> features_;
  ScaledRows scaled_;
  double strength_;
  int dense_columns_;
  EntryRows rows_{};
  std::vector<double> weight_{};
  double total_weight_ = 0;
  std::vector<double> label_{};  // around its mean
  std::vector<double> mean_{};   // of columns
  std::vector<double> right_{};  // X' W label
  std::vector<double> coefficients_{};
  double intercept_ = 0;
  bool converged_ = true;
};

}  // namespace faultline::model
