#pragma once
// The standard normal distribution: density, lower and upper tail, quantile.

namespace faultline::math {

[[nodiscard]] double normal_pdf(double x);
/// P(Z <= x).
[[nodiscard]] double normal_cdf(double x);
/// P(Z > x), with full relative precision far out; 0 past x = 38.6.
[[nodiscard]] double normal_upper_tail(double x);
/// The x with P(Z <= x) = p; -infinity at 0 and +infinity at 1. Throws NumericError outside [0, 1].
[[nodiscard]] double normal_quantile(double p);

}  // namespace faultline::math
