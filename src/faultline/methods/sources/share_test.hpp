#pragma once
// Two shares compared, also where one is 0 or 1 or rests on few people, which a z-test with the
// people's own variances would take for certain. The test is the score test with the pooled share,
// or Fisher's exact one where a cell is expected to hold fewer than five; the interval is
// Newcombe's (1998, method 10), made of the two Wilson intervals. Counts may be effective ones of
// weighted people.

#include <utility>

namespace faultline::methods {

struct Share {
  double wrong = 0;
  double n = 0;
};

/// Two-sided p-value of equal shares; n > 0 on both sides.
[[nodiscard]] double share_p_value(const Share& a, const Share& b);

/// Of the difference a - b, with confidence 1 - alpha.
[[nodiscard]] std::pair<double, double> share_interval(const Share& a, const Share& b,
                                                       double alpha);

}  // namespace faultline::methods
