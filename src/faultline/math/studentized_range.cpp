#include "faultline/math/studentized_range.hpp"

#include <cmath>
#include <limits>

#include <boost/math/quadrature/gauss.hpp>
#include <boost/math/special_functions/beta.hpp>
#include <boost/math/special_functions/gamma.hpp>

#include "faultline/base/error.hpp"
#include "faultline/base/log_gamma.hpp"
#include "faultline/math/normal.hpp"
#include "faultline/math/roots.hpp"

namespace faultline::math {
namespace {

using Rule = boost::math::quadrature::gauss<double, 15>;

/// Sum of the rule over pieces of [low, high], so that a peak is never between its nodes.
template <typename F>
double integrate(const F& f, double low, double high, int pieces) {
  const double step = (high - low) / pieces;
  double sum = 0;
  for (int i = 0; i < pieces; ++i) {
    sum += Rule::integrate(f, low + i * step, low + (i + 1) * step);
  }
  return sum;
}

/// P(range of k standard normals > w) = k Int phi(z) (Phi(z)^(k-1) - [Phi(z) - Phi(z - w)]^(k-1))
/// dz with z the largest, written so that small tails keep their digits.
double range_upper_tail(double w, int k) {
  if (w <= 0) return 1;
  const auto density = [w, k](double z) {
    const double below = normal_cdf(z);
    const double share = normal_cdf(z - w) / below;  // of a smaller one to be out of reach
    return normal_pdf(z) * std::pow(below, k - 1) * -std::expm1((k - 1) * std::log1p(-share));
  };
  return k * integrate(density, -9, 9 + w, 12);
}

}  // namespace

double studentized_range_upper_tail(double q, int k, double degrees_of_freedom) {
  if (k < 2 || !(degrees_of_freedom > 0) || std::isnan(q)) {
    throw NumericError(
        "a studentized range needs at least two means and more than 0 degrees of freedom");
  }
  if (q <= 0) return 1;
  if (std::isinf(q)) return 0;
  if (degrees_of_freedom > 1e6) return range_upper_tail(q, k);
  // The pooled deviation is s = sqrt(chi^2 / df); integrate over it on the scale of log s, where
  // its density is smooth for few degrees of freedom as well.
  const double half = degrees_of_freedom / 2;
  const double constant = std::log(2.0) + half * std::log(half) - log_gamma(half);
  const auto weighted = [&](double u) {
    const double s = std::exp(u);
    const double log_density = constant + degrees_of_freedom * u - half * s * s;
    return std::exp(log_density) * range_upper_tail(q * s, k);
  };
  const double spread = 12 / std::sqrt(2 * degrees_of_freedom);
  // Below, the density falls like s^df; above, faster than any power. Few degrees of freedom make a
  // long way down, with more pieces for it.
  const int pieces = 12 + static_cast<int>(std::ceil(40 / degrees_of_freedom));
  return integrate(weighted, -spread - 40 / degrees_of_freedom, std::min(spread, 4.0), pieces);
}

double studentized_range_quantile(double p, int k, double degrees_of_freedom) {
  if (!(p > 0 && p < 1)) throw NumericError("a quantile needs a probability between 0 and 1");
  const auto excess = [&](double q) {
    return studentized_range_upper_tail(q, k, degrees_of_freedom) - p;
  };
  double high = 4;
  while (excess(high) > 0) high *= 2;
  return monotone_root(excess, 0, high, {.relative_tolerance = 1e-10});
}

double f_upper_tail(double x, double numerator_df, double denominator_df) {
  if (!(x >= 0) || !(numerator_df > 0) || !(denominator_df > 0)) {
    throw NumericError(
        "an F tail needs a statistic of at least 0 and more than 0 degrees of freedom");
  }
  if (std::isinf(x)) return 0;
  // Through the beta function on the side that keeps small tails.
  return boost::math::ibeta(denominator_df / 2, numerator_df / 2,
                            denominator_df / (denominator_df + numerator_df * x));
}

}  // namespace faultline::math
