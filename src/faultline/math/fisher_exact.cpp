#include "faultline/math/fisher_exact.hpp"

#include <algorithm>
#include <cmath>

#include "faultline/base/error.hpp"
#include "faultline/math/sum.hpp"

namespace faultline::math {
namespace {

// Below, a weight beside that of the likeliest count adds nothing that a double can hold.
constexpr double kNothing = 1e-300;
// Counts as likely as the one seen, but for rounding in the recurrence.
constexpr double kAlike = 1 + 1e-7;

/// How much likelier the first count is k + 1 than k.
double step_up(std::int64_t k, std::int64_t total, std::int64_t m, std::int64_t n) {
  return static_cast<double>(m - k) * static_cast<double>(total - k) /
         (static_cast<double>(k + 1) * static_cast<double>(n - total + k + 1));
}

}  // namespace

double fisher_exact(std::int64_t a, std::int64_t m, std::int64_t b, std::int64_t n) {
  if (a < 0 || a > m || b < 0 || b > n)
    throw InternalError("an exact test needs 0 <= successes <= trials");
  const std::int64_t total = a + b;
  const std::int64_t low = std::max<std::int64_t>(0, total - n);
  const std::int64_t high = std::min(total, m);
  const double expected =
      static_cast<double>(total + 1) * static_cast<double>(m + 1) / static_cast<double>(m + n + 2);
  const std::int64_t mode = std::clamp(static_cast<std::int64_t>(expected), low, high);

  // Weights relative to the likeliest count; the one seen, and then the sums.
  double seen = 1;
  for (std::int64_t k = mode; k < a && seen > kNothing; ++k) seen *= step_up(k, total, m, n);
  for (std::int64_t k = mode; k > a && seen > kNothing; --k) seen /= step_up(k - 1, total, m, n);
  CompensatedSum all;
  CompensatedSum tail;
  const auto add = [&](double weight) {
    all.add(weight);
    if (weight <= seen * kAlike) tail.add(weight);
  };
  double weight = 1;
  for (std::int64_t k = mode; k <= high && weight > kNothing; ++k) {
    add(weight);
    weight *= step_up(k, total, m, n);
  }
  weight = 1;
  for (std::int64_t k = mode; k > low; --k) {
    weight /= step_up(k - 1, total, m, n);
    if (weight <= kNothing) break;
    add(weight);
  }
  return std::clamp(tail.value() / all.value(), kNothing, 1.0);
}

}  // namespace faultline::math
