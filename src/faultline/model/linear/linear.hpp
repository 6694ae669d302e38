#pragma once
// Least squares with a ridge: coefficients that minimise sum_i w_i (y_i - x_i b)^2 + alpha |b|^2,
// the intercept (the design's first column) free.

#include <span>
#include <vector>

#include "faultline/model/design/design.hpp"

namespace faultline::model {

/// One coefficient per column of the design. Columns that are constant over the rows with weight,
/// or determined by others when alpha is 0, get the minimum-norm solution.
[[nodiscard]] std::vector<double> fit_linear(const Design& design, std::span<const double> weight,
                                             std::span<const double> label, double alpha);

/// X b for every row.
[[nodiscard]] std::vector<double> predict_linear(const Design& design,
                                                 std::span<const double> coefficients);

}  // namespace faultline::model
