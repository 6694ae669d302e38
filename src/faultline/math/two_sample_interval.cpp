#include "faultline/math/two_sample_interval.hpp"

#include <cmath>
#include <limits>

#include "faultline/base/error.hpp"
#include "faultline/math/normal.hpp"
#include "faultline/math/roots.hpp"

namespace faultline::math {
namespace {

constexpr double kInfinite = std::numeric_limits<double>::infinity();

/// (a/m - r b/n) over its standard error when the ratio is r: falls as r grows.
double score_statistic(double a, double m, double b, double n, double r) {
  // Likelihood of q, the second share, with r q as the first: r (m + n) q^2 - (a + r b + r m + n) q
  // + a + b = 0. The smaller root, in the form that keeps its digits.
  const double quadratic = r * (m + n);
  const double linear = a + r * b + r * m + n;
  const double root = std::sqrt(std::fmax(0.0, linear * linear - 4 * quadratic * (a + b)));
  const double q = std::fmin(2 * (a + b) / (linear + root), 1.0);
  const double p = std::fmin(r * q, 1.0);
  const double variance = p * (1 - p) / m + r * r * q * (1 - q) / n;
  const double distance = a / m - r * b / n;
  if (variance > 0) return distance / std::sqrt(variance);
  return distance == 0 ? 0 : std::copysign(kInfinite, distance);
}

}  // namespace

std::pair<double, double> difference_interval(const Estimated& a, const Estimated& b,
                                              double correlation) {
  const double difference = a.value - b.value;
  const auto together = [&](double x, double y) {
    return correlation == 0 ? std::hypot(x, y)
                            : std::sqrt(std::fmax(0.0, x * x + y * y - 2 * correlation * x * y));
  };
  return {difference - together(a.value - a.low, b.high - b.value),
          difference + together(a.high - a.value, b.value - b.low)};
}

std::pair<double, double> ratio_interval(const Estimated& a, const Estimated& b) {
  if (!(a.value > 0) || !(b.value > 0))
    throw InternalError("the interval of a ratio needs two positive quantities");
  const auto logs = [](const Estimated& of) {
    return Estimated{std::log(of.value), std::log(of.low), std::log(of.high)};
  };
  const auto [low, high] = difference_interval(logs(a), logs(b));
  return {std::exp(low), std::exp(high)};
}

std::pair<double, double> koopman_interval(std::int64_t a, std::int64_t m, std::int64_t b,
                                           std::int64_t n, double confidence) {
  if (a < 0 || a > m || b < 0 || b > n || m == 0 || n == 0 || a + b == 0)
    throw InternalError("the ratio of two shares needs people in both and an event in one");
  const double z = -normal_quantile((1 - confidence) / 2);
  const auto at = [&](double log_ratio, double level) {
    return score_statistic(static_cast<double>(a), static_cast<double>(m), static_cast<double>(b),
                           static_cast<double>(n), std::exp(log_ratio)) -
           level;
  };
  // The statistic falls from infinity to minus infinity; look outwards until the level is passed.
  const double centre = std::log((static_cast<double>(a) + 0.5) / (static_cast<double>(m) + 0.5)) -
                        std::log((static_cast<double>(b) + 0.5) / (static_cast<double>(n) + 0.5));
  const auto limit = [&](double level) {
    double low = centre - 1;
    double high = centre + 1;
    while (at(low, level) < 0 && low > centre - 600) low -= high - low;
    while (at(high, level) > 0 && high < centre + 600) high += high - low;
    return std::exp(monotone_root([&](double x) { return at(x, level); }, low, high,
                                  {.relative_tolerance = 1e-12, .absolute_tolerance = 1e-12}));
  };
  return {a == 0 ? 0 : limit(z), b == 0 ? kInfinite : limit(-z)};
}

}  // namespace faultline::math
