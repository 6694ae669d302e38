#pragma once
// Fisher's exact test of two independent shares, a of m and b of n: given a + b, the first count is
// hypergeometric when the shares are equal, and the two-sided p-value is the probability of all
// counts that are no likelier than the one seen. It never rejects more often than it says.

#include <cstdint>

namespace faultline::math {

/// Above 0 and at most 1. The work grows with the square root of the counts. Throws InternalError
/// unless 0 <= a <= m and 0 <= b <= n. Without people in one of them the p-value is 1.
[[nodiscard]] double fisher_exact(std::int64_t a, std::int64_t m, std::int64_t b, std::int64_t n);

}  // namespace faultline::math
