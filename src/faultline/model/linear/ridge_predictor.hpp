#pragma once
// Least squares with a ridge on many features: minimises
//   sum_i (y_i - a - x_i b)^2 + strength |b|^2
// over people, numbers standardised, the intercept a free. Up to kDenseColumns columns by the
// normal equations and Cholesky; beyond that by conjugate gradients, which see only what is not 0.

#include <cstdint>
#include <span>
#include <vector>

#include "faultline/model/design/scaled_rows.hpp"
#include "faultline/model/predictor.hpp"

namespace faultline::model {

inline constexpr int kDenseColumns = 1000;

class RidgePredictor final : public Predictor {
 public:
  /// Keeps a reference to the features.
  RidgePredictor(const Features& features, double strength, int dense_columns = kDenseColumns);

  void fit(const TrainingSet& training) override;
  /// Not kept in [0, 1] here.
  void predict(std::span<const std::int64_t> people, std::span<double> out) const override;
  /// False when conjugate gradients ran out of iterations.
  [[nodiscard]] bool converged() const override { return converged_; }

 private:
  void load(const TrainingSet& training);
  void solve_dense();
  void solve_sparse();

  ScaledRows scaled_;
  double strength_;
  int dense_columns_;
  EntryRows rows_{};
  std::vector<double> label_{};  // around its mean
  std::vector<double> mean_{};   // of columns
  std::vector<double> right_{};  // X' label
  std::vector<double> coefficients_{};
  double intercept_ = 0;
  bool converged_ = true;
};

}  // namespace faultline::model
