#pragma once
// Intervals for the difference and the ratio of two quantities, independent but where a correlation
// is given.
//
// Difference: the limits are as far from the estimate as those of both together, "square and add"
// (Newcombe 1998, method 10, where the intervals are Wilson's; Zou and Donner 2008 for any
// quantity, "MOVER"):  a - b - sqrt((a - la)^2 + (ub - b)^2),  a - b + sqrt((ua - a)^2 + (b -
// lb)^2). Of estimates that are correlated by r, such as rates of two models among the same people,
// 2 r (a - la) (ub - b) is taken off the sum, and 2 r (ua - a) (b - lb) (Zou 2007).
//
// Ratio of two shares: Koopman's (1984), all ratios that the score test does not reject, with the
// shares fitted under the ratio by maximum likelihood. Right when a count is 0 or everybody. Ratio
// of other positive quantities: MOVER on the scale of logarithms.

#include <cstdint>
#include <utility>

namespace faultline::math {

/// An estimate and its limits.
struct Estimated {
  double value = 0;
  double low = 0;
  double high = 0;
};

/// `correlation` of both estimates, 0 where they are independent (Zou and Donner 2008).
[[nodiscard]] std::pair<double, double> difference_interval(const Estimated& a, const Estimated& b,
                                                            double correlation = 0);

/// Of a / b; a and b are positive, limits at least 0. The upper end is infinite when b's lower
/// limit is 0.
[[nodiscard]] std::pair<double, double> ratio_interval(const Estimated& a, const Estimated& b);

/// Of (a of m) / (b of n); the upper end is infinite when b is 0. Throws InternalError unless 0 <=
/// a <= m, 0 <= b <= n, m and n are positive, and a + b is.
[[nodiscard]] std::pair<double, double> koopman_interval(std::int64_t a, std::int64_t m,
                                                         std::int64_t b, std::int64_t n,
                                                         double confidence = 0.95);

}  // namespace faultline::math
