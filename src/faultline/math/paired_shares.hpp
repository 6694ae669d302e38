#pragma once
// Two shares of the same n people, such as two models' errors: `gained` people have the event after
// and not before, `lost` before and not after, and the difference of the shares is (gained - lost)
// / n. Its interval is Tango's (1998): all differences that the score test does not reject, with
// the other probabilities fitted under the difference by maximum likelihood; it is right when
// nobody changed. The test of no difference is McNemar's, exactly: of those who changed, half are
// expected to have gained.

#include <cstdint>
#include <utility>

namespace faultline::math {

/// Throws InternalError unless both counts are at least 0, together at most n, and n is positive.
[[nodiscard]] std::pair<double, double> tango_interval(std::int64_t gained, std::int64_t lost,
                                                       std::int64_t n, double confidence = 0.95);

/// Two-sided: twice the smaller tail of the binomial distribution with probability 1/2; at least
/// 1e-300, at most 1.
/// Throws InternalError when a count is negative.
[[nodiscard]] double mcnemar_exact(std::int64_t gained, std::int64_t lost);

}  // namespace faultline::math
