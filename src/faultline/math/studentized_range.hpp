#pragma once
// The studentized range: the largest difference of k independent normal means over their pooled
// standard error with some degrees of freedom. Tukey's test compares all pairs with it.

namespace faultline::math {

/// P(Q > q) for k >= 2 means and degrees of freedom > 0 (infinity allowed). Throws NumericError
/// otherwise.
[[nodiscard]] double studentized_range_upper_tail(double q, int k, double degrees_of_freedom);

/// The q that is exceeded with probability p in (0, 1).
[[nodiscard]] double studentized_range_quantile(double p, int k, double degrees_of_freedom);

/// P(F > x) of Fisher's F distribution.
[[nodiscard]] double f_upper_tail(double x, double numerator_df, double denominator_df);

}  // namespace faultline::math
