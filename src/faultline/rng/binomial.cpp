#include <cmath>

#include "faultline/base/error.hpp"
#include "faultline/rng/draw.hpp"
#include "faultline/rng/log_factorial.hpp"

namespace faultline::rng {

namespace {

// Below this expected count, walking up from 0 is cheaper than rejection, which is proved only
// above it.
constexpr double kInversionLimit = 10;

// Walks up from 0 through the probabilities f(k), f(k+1) = f(k) (n-k)/(k+1) p/q.
std::int64_t by_inversion(Stream& stream, std::int64_t n, double p) {
  const double odds = p / (1 - p);
  const double none = std::exp(static_cast<double>(n) * std::log1p(-p));
  while (true) {
    double u = uniform(stream);
    double f = none;
    std::int64_t k = 0;
    while (u > f && k < n) {
      u -= f;
      f *= odds * static_cast<double>(n - k) / static_cast<double>(k + 1);
      ++k;
    }
    // Past n only by rounding in the last digits of u: draw again.
    if (k < n || u <= f) return k;
  }
}

// Hoermann (1993), transformed rejection with a squeeze (his algorithm BTRS), for p <= 1/2 and n p
// >= 10. The constants are his fit of the hat to the binomial distribution; the acceptance test is
// exact, with log f(k) - log f(mode) by Stirling's formula.
std::int64_t by_rejection(Stream& stream, std::int64_t trials, double p) {
  const auto n = static_cast<double>(trials);
  const double q = 1 - p;
  const double odds = p / q;
  const double deviation = std::sqrt(n * p * q);
  const double b = 1.15 + 2.53 * deviation;
  const double a = -0.0873 + 0.0248 * b + 0.01 * p;
  const double centre = n * p + 0.5;
  const double alpha = (2.83 + 5.1 / b) * deviation;
  const double box = 0.92 - 4.2 / b;
  const double mode = std::floor((n + 1) * p);
  const auto mode_count = static_cast<std::int64_t>(mode);
  double at_mode = 0;
  bool have_mode = false;

  while (true) {
    const double u = uniform(stream) - 0.5;
    double v = uniform(stream);
    const double to_edge = 0.5 - std::abs(u);
    const double k = std::floor((2 * a / to_edge + b) * u + centre);
    if (k < 0 || k > n) continue;
    const auto count = static_cast<std::int64_t>(k);
    if (to_edge >= 0.07 && v <= box) return count;
    if (!have_mode) {
      at_mode = (mode + 0.5) * std::log((mode + 1) / (odds * (n - mode + 1))) +
                stirling_remainder(mode_count) + stirling_remainder(trials - mode_count);
      have_mode = true;
    }
    v = std::log(v * alpha / (a / (to_edge * to_edge) + b));
    const double log_ratio = at_mode + (n + 1) * std::log((n - mode + 1) / (n - k + 1)) +
                             (k + 0.5) * std::log(odds * (n - k + 1) / (k + 1)) -
                             stirling_remainder(count) - stirling_remainder(trials - count);
    if (v <= log_ratio) return count;
  }
}

}  // namespace

std::int64_t binomial(Stream& stream, std::int64_t n, double p) {
  if (n < 0 || !(p >= 0 && p <= 1)) {
    throw InternalError("a binomial draw needs n of at least 0 and a probability between 0 and 1");
  }
  if (n == 0 || p == 0) return 0;
  if (p == 1) return n;
  if (n == 1) return bernoulli(stream, p) ? 1 : 0;
  const bool flipped = p > 0.5;
  const double rarer = flipped ? 1 - p : p;
  const std::int64_t k = static_cast<double>(n) * rarer < kInversionLimit
                             ? by_inversion(stream, n, rarer)
                             : by_rejection(stream, n, rarer);
  return flipped ? n - k : k;
}

}  // namespace faultline::rng
