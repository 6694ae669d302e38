#include "faultline/rng/log_factorial.hpp"

#include <array>
#include <cmath>
#include <cstddef>

namespace faultline::rng {

namespace {

// Below 170, where doubles still hold factorials, and far enough for three terms of the series
// below.
constexpr std::size_t kTableSize = 128;
constexpr double kLogSqrtTwoPi = 0.918938533204672741780329736406;

struct Tables {
  std::array<double, kTableSize> log_factorial{};
  std::array<double, kTableSize> remainder{};

  Tables() {
    // 170! is the last factorial that a double can hold, and products keep more digits than sums of
    // logarithms.
    double factorial = 1;
    for (std::size_t n = 0; n < kTableSize; ++n) {
      const auto x = static_cast<double>(n);
      if (n > 0) factorial *= x;
      log_factorial[n] = std::log(factorial);
      remainder[n] = log_factorial[n] - (kLogSqrtTwoPi + (x + 0.5) * std::log(x + 1) - (x + 1));
    }
  }
};

const Tables& tables() {
  static const Tables made_once;
  return made_once;
}

// The series in 1 / (n + 1); for n >= 128 the first term left out is below 1e-18.
double series(double x) {
  const double inverse = 1 / x;
  const double square = inverse * inverse;
  return (1.0 / 12 - (1.0 / 360 - square / 1260) * square) * inverse;
}

}  // namespace

double stirling_remainder(std::int64_t n) {
  if (n < static_cast<std::int64_t>(kTableSize)) {
    return tables().remainder[static_cast<std::size_t>(n)];
  }
  return series(static_cast<double>(n) + 1);
}

double log_factorial(std::int64_t n) {
  if (n < static_cast<std::int64_t>(kTableSize)) {
    return tables().log_factorial[static_cast<std::size_t>(n)];
  }
  const double x = static_cast<double>(n) + 1;
  return kLogSqrtTwoPi + (x - 0.5) * std::log(x) - x + series(x);
}

}  // namespace faultline::rng
