#include "faultline/math/normal.hpp"

#include <cmath>
#include <limits>
#include <numbers>

#include <boost/math/special_functions/erf.hpp>

#include "faultline/base/error.hpp"

namespace faultline::math {

namespace {

// Both to more digits than a double holds, so that they round correctly.
constexpr double kLogSqrtTwoPi = 0.918938533204672741780329736406;
constexpr double kSqrtHalf = 0.707106781186547524400844362105;

}  // namespace

double normal_pdf(double x) { return std::exp(-0.5 * x * x - kLogSqrtTwoPi); }

double normal_cdf(double x) { return 0.5 * std::erfc(-x * kSqrtHalf); }

double normal_upper_tail(double x) { return 0.5 * std::erfc(x * kSqrtHalf); }

double normal_quantile(double p) {
  if (!(p >= 0 && p <= 1)) {
    throw NumericError("a normal quantile needs a probability between 0 and 1");
  }
  if (p == 0) return -std::numeric_limits<double>::infinity();
  if (p == 1) return std::numeric_limits<double>::infinity();
  return -std::numbers::sqrt2 * boost::math::erfc_inv(2 * p);
}

}  // namespace faultline::math
