#include "faultline/methods/sources/share_test.hpp"

#include <algorithm>
#include <cmath>

#include "faultline/base/log_gamma.hpp"
#include "faultline/math/binomial_interval.hpp"
#include "faultline/math/normal.hpp"

namespace faultline::methods {
namespace {

// The usual rule: with fewer expected errors the normal approximation is poor (Cochran 1954).
constexpr double kFewestExpected = 5;

/// log of n! / (k! (n - k)!).
double log_choose(double n, double k) {
  return log_gamma(n + 1) - log_gamma(k + 1) - log_gamma(n - k + 1);
}

/// Sum over all tables with these margins that are no likelier than the one seen.
double fisher(const Share& a, const Share& b) {
  const double n0 = std::round(a.n);
  const double n1 = std::round(b.n);
  const double k0 = std::clamp(std::round(a.wrong), 0.0, n0);
  const double wrong = k0 + std::clamp(std::round(b.wrong), 0.0, n1);
  const double all = log_choose(n0 + n1, wrong);
  const auto log_probability = [&](double k) {
    return log_choose(n0, k) + log_choose(n1, wrong - k) - all;
  };
  const double seen = log_probability(k0);
  double p = 0;
  for (double k = std::max(0.0, wrong - n1); k <= std::min(n0, wrong); ++k) {
    const double here = log_probability(k);
    if (here <= seen + 1e-7) p += std::exp(here);  // equal ones count, whatever rounding does
  }
  return std::min(1.0, p);
}

}  // namespace

double share_p_value(const Share& a, const Share& b) {
  const double pooled = (a.wrong + b.wrong) / (a.n + b.n);
  const double rarest = std::min(pooled, 1 - pooled) * std::min(a.n, b.n);
  if (rarest < kFewestExpected) return fisher(a, b);
  const double error = std::sqrt(pooled * (1 - pooled) * (1 / a.n + 1 / b.n));
  return 2 * math::normal_upper_tail(std::abs(a.wrong / a.n - b.wrong / b.n) / error);
}

std::pair<double, double> share_interval(const Share& a, const Share& b, double alpha) {
  const double pa = a.wrong / a.n;
  const double pb = b.wrong / b.n;
  const auto [low_a, high_a] = math::wilson_interval_of_rate(pa, a.n, 1 - alpha);
  const auto [low_b, high_b] = math::wilson_interval_of_rate(pb, b.n, 1 - alpha);
  return {pa - pb - std::hypot(pa - low_a, high_b - pb),
          pa - pb + std::hypot(high_a - pa, pb - low_b)};
}

}  // namespace faultline::methods
