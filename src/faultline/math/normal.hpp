#pragma once
// The standard normal law: density, lower and upper tail, quantile, and the logarithm of the upper
// tail where the tail itself is too small for a double.

namespace faultline::math {

[[nodiscard]] double normal_pdf(double x);
/// P(Z <= x).
[[nodiscard]] double normal_cdf(double x);
/// P(Z > x), with full relative precision far out; 0 past x = 38.6.
[[nodiscard]] double normal_upper_tail(double x);
/// log P(Z > x), finite for every finite x.
[[nodiscard]] double log_normal_upper_tail(double x);
/// The x with P(Z <= x) = p; -infinity at 0 and +infinity at 1. Throws NumericError outside [0, 1].
[[nodiscard]] double normal_quantile(double p);

}  // namespace faultline::math
