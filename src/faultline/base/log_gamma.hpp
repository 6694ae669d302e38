#pragma once
// log |Gamma(x)| for several threads: std::lgamma writes the sign into a global variable, which is
// a race. The bits are those of std::lgamma.

#include <math.h>  // NOLINT(modernize-deprecated-headers): lgamma_r is POSIX's, not the standard's

namespace faultline {

[[nodiscard]] inline double log_gamma(double x) {
  int sign = 0;
  return lgamma_r(x, &sign);
}

}  // namespace faultline
