#include "faultline/math/student_t.hpp"

#include <cmath>

#include <boost/math/distributions/students_t.hpp>

#include "faultline/base/error.hpp"

namespace faultline::math {

double student_t_quantile(double p, double degrees_of_freedom) {
  if (!(p > 0 && p < 1) || !(degrees_of_freedom > 0)) {
    throw NumericError(
        "a t quantile needs a probability between 0 and 1 and more than 0 degrees of freedom");
  }
  return boost::math::quantile(boost::math::students_t(degrees_of_freedom), p);
}

double student_t_two_sided(double t, double degrees_of_freedom) {
  if (std::isnan(t) || !(degrees_of_freedom > 0))
    throw NumericError("a t tail needs a number and more than 0 degrees of freedom");
  if (std::isinf(t)) return 0;
  const boost::math::students_t law(degrees_of_freedom);
  return std::fmin(1.0, 2 * boost::math::cdf(boost::math::complement(law, std::abs(t))));
}

}  // namespace faultline::math
