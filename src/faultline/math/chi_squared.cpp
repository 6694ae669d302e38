#include "faultline/math/chi_squared.hpp"

#include <cmath>

#include <boost/math/special_functions/gamma.hpp>

#include "faultline/base/error.hpp"

namespace faultline::math {

double chi_squared_upper_tail(double x, double degrees_of_freedom) {
  if (!(x >= 0) || !(degrees_of_freedom > 0) || !std::isfinite(degrees_of_freedom)) {
    throw NumericError(
        "a chi-squared tail needs a statistic of at least 0 and more than 0 degrees of freedom");
  }
  if (std::isinf(x)) return 0;
  return boost::math::gamma_q(degrees_of_freedom / 2, x / 2);
}

}  // namespace faultline::math
