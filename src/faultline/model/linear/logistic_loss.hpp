#pragma once
// The loss of a weighted logistic regression, sum_i [ w_i log(1 + e^eta_i) - s_i eta_i ], with its
// gradient and Hessian in the coefficients, on the rows that carry weight. Columns of numbers enter
// as (x - centre) / scale. Buffers grow on the first load() only.

#include <cstdint>
#include <span>
#include <vector>

#include "faultline/model/design/row_patterns.hpp"
#include "faultline/model/learner.hpp"
#include "faultline/model/linear/packed_columns.hpp"

namespace faultline::model {

class LogisticLoss {
 public:
  /// Keeps a reference to the design, which must have all its columns.
  explicit LogisticLoss(const Design& design);

  /// Picks the rows with weight. centre and scale have one entry per column; those of 0/1 columns
  /// are not read.
  void load(const TrainingRows& rows, std::span<const double> centre,
            std::span<const double> scale);

  [[nodiscard]] std::int64_t rows() const { return rows_; }
  [[nodiscard]] double total_weight() const { return total_weight_; }
  [[nodiscard]] double total_positive() const { return total_positive_; }
  /// Weighted mean of the offset.
  [[nodiscard]] double mean_offset() const { return mean_offset_; }
  /// Largest sum of w |x| over the columns: rounding moves a gradient by some eps times it.
  [[nodiscard]] double rounding_scale() const { return rounding_scale_; }
  [[nodiscard]] const RowPatterns& patterns() const { return patterns_; }

  /// eta of the loaded rows, for coefficients in the loaded scale; out has at least rows() entries.
  void log_odds(std::span<const double> coefficients, std::span<double> eta);
  /// The loss at eta.
  [[nodiscard]] double value(std::span<const double> eta) const;
  /// Gradient, and the lower triangle of the Hessian (column after column), at eta.
  void derivatives(std::span<const double> eta, std::span<double> gradient,
                   std::span<double> hessian);
  /// Lower triangle of X'WX.
  void gram(std::span<double> matrix);
  /// eta of all rows of the design, without offset.
  void predict(std::span<const double> coefficients, std::span<const double> centre,
               std::span<const double> scale, std::span<double> eta);

 private:
  void pattern_log_odds(std::span<const double> coefficients);
  void second_moments(std::span<double> matrix);

  const Design* design_;
  RowPatterns patterns_;
  std::int64_t rows_ = 0;
  double total_weight_ = 0;
  double total_positive_ = 0;
  double mean_offset_ = 0;
  double rounding_scale_ = 0;
  bool has_offset_ = false;
  // Of the loaded rows.
  std::vector<std::int32_t> pattern_{};
  std::vector<double> weight_{}, positive_{}, offset_{};
  std::vector<std::vector<double>> dense_{};
  std::vector<double> residual_{}, curvature_{};
  PackedColumns packed_{};  // dense_
  std::vector<double> dense_sums_{}, products_{};
  // Of the patterns.
  std::vector<std::uint8_t> used_{};
  std::vector<double> pattern_eta_{}, pattern_residual_{}, pattern_curvature_{};
};

}  // namespace faultline::model
