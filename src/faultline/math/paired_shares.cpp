#include "faultline/math/paired_shares.hpp"

#include <algorithm>
#include <cmath>

#include <boost/math/special_functions/beta.hpp>

#include "faultline/base/error.hpp"
#include "faultline/math/normal.hpp"
#include "faultline/math/roots.hpp"

namespace faultline::math {
namespace {

/// (gained - lost - n d) over its standard error when the difference is d: falls as d grows.
double paired_score(double gained, double lost, double n, double d) {
  // Likelihood of q, the probability to lose, with q + d to gain: 2 n q^2 + linear q + constant =
  // 0, the larger root.
  const double linear = (2 * n - gained + lost) * d - gained - lost;
  const double constant = -lost * d * (1 - d);
  const double root = std::sqrt(std::fmax(0.0, linear * linear - 8 * n * constant));
  // In the form that keeps its digits.
  const double q =
      linear <= 0 ? (root - linear) / (4 * n) : -2 * constant / std::fmax(root + linear, 1e-300);
  const double variance = n * (2 * q + d * (1 - d));
  const double distance = gained - lost - n * d;
  // Beyond any quantile, and finite, so that a root can be narrowed down from there.
  constexpr double kRejected = 1e9;
  if (variance > 0) return std::clamp(distance / std::sqrt(variance), -kRejected, kRejected);
  return distance == 0 ? 0 : std::copysign(kRejected, distance);
}

}  // namespace

std::pair<double, double> tango_interval(std::int64_t gained, std::int64_t lost, std::int64_t n,
                                         double confidence) {
  if (gained < 0 || lost < 0 || n <= 0 || gained + lost > n)
    throw InternalError("an interval of paired shares needs counts of people who changed");
  const double z = -normal_quantile((1 - confidence) / 2);
  const auto b = static_cast<double>(gained);
  const auto c = static_cast<double>(lost);
  const auto all = static_cast<double>(n);
  const double difference = (b - c) / all;
  const auto solve = [&](double wanted, double low, double high) {
    return monotone_root([&](double d) { return paired_score(b, c, all, d) - wanted; }, low, high,
                         {.relative_tolerance = 1e-12, .absolute_tolerance = 1e-15});
  };
  return {lost == n ? -1.0 : solve(z, -1, difference),
          gained == n ? 1.0 : solve(-z, difference, 1)};
}

double mcnemar_exact(std::int64_t gained, std::int64_t lost) {
  if (gained < 0 || lost < 0) throw InternalError("an exact test needs counts of people");
  const auto fewer = static_cast<double>(std::min(gained, lost));
  const auto more = static_cast<double>(std::max(gained, lost));
  if (gained == lost) return 1;
  // P(X <= k) of n tosses is the incomplete beta function of n - k and k + 1.
  // Never 0, which no p-value is.
  return std::clamp(2 * boost::math::ibeta(more, fewer + 1, 0.5), 1e-300, 1.0);
}

}  // namespace faultline::math
