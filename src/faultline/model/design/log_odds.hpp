#pragma once
// Probabilities and log-odds, without overflow at either end.

#include <cmath>

namespace faultline::model {

/// 1 / (1 + e^-x).
[[nodiscard]] inline double expit(double x) {
  const double t = std::exp(-std::abs(x));
  return x >= 0 ? 1 / (1 + t) : t / (1 + t);
}

/// log(p / (1 - p)); infinite at 0 and 1.
[[nodiscard]] inline double log_odds(double p) { return std::log(p) - std::log1p(-p); }

/// log(1 + e^x).
[[nodiscard]] inline double log_one_plus_exp(double x) {
  return (x > 0 ? x : 0) + std::log1p(std::exp(-std::abs(x)));
}

}  // namespace faultline::model
