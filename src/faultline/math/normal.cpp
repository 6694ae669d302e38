#include "faultline/math/normal.hpp"

#include <cmath>
#include <limits>
#include <numbers>

#include <boost/math/special_functions/erf.hpp>

#include "faultline/base/error.hpp"

namespace faultline::math {

namespace {

constexpr double kLogSqrtTwoPi = 0.918938533204672741780329736406;
constexpr double kSqrtHalf = 0.707106781186547524400844362105;

}  // namespace

double normal_pdf(double x) { return std::exp(-0.5 * x * x - kLogSqrtTwoPi); }

double normal_cdf(double x) { return 0.5 * std::erfc(-x * kSqrtHalf); }

double normal_upper_tail(double x) { return 0.5 * std::erfc(x * kSqrtHalf); }

double log_normal_upper_tail(double x) {
  if (x < 0) return std::log1p(-normal_cdf(x));
  if (x < 30) return std::log(normal_upper_tail(x));
  // Mills' ratio by its asymptotic series; at 30 the first term left out is below 1e-14.
  const double y = 1 / (x * x);
  const double correction = -y * (1 - y * (3 - y * (15 - y * (105 - y * 945))));
  return -0.5 * x * x - kLogSqrtTwoPi - std::log(x) + std::log1p(correction);
}

double normal_quantile(double p) {
  if (!(p >= 0 && p <= 1)) {
    throw NumericError("A normal quantile needs a probability between 0 and 1.");
  }
  if (p == 0) return -std::numeric_limits<double>::infinity();
  if (p == 1) return std::numeric_limits<double>::infinity();
  return -std::numbers::sqrt2 * boost::math::erfc_inv(2 * p);
}

}  // namespace faultline::math
