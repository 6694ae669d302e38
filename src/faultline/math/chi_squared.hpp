#pragma once
// The upper tail of the chi-squared distribution, P(X >= x) = Q(k/2, x/2).

namespace faultline::math {

/// x >= 0 (infinity gives 0), degrees_of_freedom > 0. Throws NumericError otherwise.
[[nodiscard]] double chi_squared_upper_tail(double x, double degrees_of_freedom);

}  // namespace faultline::math
