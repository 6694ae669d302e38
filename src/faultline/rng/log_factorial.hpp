#pragma once
// log(n!) for the samplers: a table for small n, Stirling's series beyond, relative error below
// 1e-15. (std::lgamma writes a global variable, so it is not for threads.)

#include <cstdint>

namespace faultline::rng {

/// n >= 0.
[[nodiscard]] double log_factorial(std::int64_t n);

/// What Stirling's formula leaves over: log(n!) - [log sqrt(2 pi) + (n + 1/2) log(n + 1) - (n +
/// 1)].
[[nodiscard]] double stirling_remainder(std::int64_t n);

}  // namespace faultline::rng
