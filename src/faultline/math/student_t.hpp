#pragma once
// Student's t distribution: quantile and two-sided tail, for means whose spread was estimated.

namespace faultline::math {

/// The t with P(T <= t) = p; 0 < p < 1, degrees of freedom > 0 and not necessarily whole. Throws
/// NumericError otherwise.
[[nodiscard]] double student_t_quantile(double p, double degrees_of_freedom);

/// P(|T| >= |t|), with full relative precision far out.
[[nodiscard]] double student_t_two_sided(double t, double degrees_of_freedom);

}  // namespace faultline::math
