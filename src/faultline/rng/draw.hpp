#pragma once
// Draws from a stream, our own so that they are the same with every standard library.

#include <cstdint>
#include <span>
#include <utility>

#include "faultline/rng/stream.hpp"

namespace faultline::rng {

/// Uniform on (0, 1): 53 bits, never 0 and never 1.
[[nodiscard]] double uniform(Stream& stream);
/// Uniform on 0 .. bound - 1, unbiased; bound > 0.
[[nodiscard]] std::uint64_t below(Stream& stream, std::uint64_t bound);
[[nodiscard]] double normal(Stream& stream);
[[nodiscard]] bool bernoulli(Stream& stream, double p);
/// Number of successes in n trials; 0 <= p <= 1, n >= 0. Exact distribution (inversion for small
/// n*p, rejection for large).
[[nodiscard]] std::int64_t binomial(Stream& stream, std::int64_t n, double p);
/// Number of marked among `draws` taken without replacement from `marked` + `unmarked`.
[[nodiscard]] std::int64_t hypergeometric(Stream& stream, std::int64_t marked,
                                          std::int64_t unmarked, std::int64_t draws);
/// How many of `draws` taken without replacement fall into each class of the given sizes; `out` has
/// their length.
void multivariate_hypergeometric(Stream& stream, std::span<const std::int64_t> sizes,
                                 std::int64_t draws, std::span<std::int64_t> out);
/// Fisher-Yates.
template <typename T>
void shuffle(Stream& stream, std::span<T> values) {
  for (std::size_t i = values.size(); i > 1; --i) {
    const std::size_t j = static_cast<std::size_t>(below(stream, i));
    std::swap(values[i - 1], values[j]);
  }
}

}  // namespace faultline::rng
