#include "faultline/math/roots.hpp"

#include <algorithm>
#include <cmath>

#include <boost/cstdint.hpp>
#include <boost/math/policies/policy.hpp>
#include <boost/math/tools/toms748_solve.hpp>

#include "faultline/base/error.hpp"
#include "faultline/base/text.hpp"

namespace faultline::math {

double monotone_root(const std::function<double(double)>& f, double low, double high,
                     const RootOptions& options) {
  if (!(low <= high) || !std::isfinite(low) || !std::isfinite(high)) {
    throw NumericError("a root was looked for in an empty or infinite bracket");
  }
  const auto checked = [&](double x) {
    const double value = f(x);
    if (std::isnan(value)) {
      throw NumericError("a function whose root was looked for is not a number at " + shortest(x));
    }
    return value;
  };
  const double at_low = checked(low);
  if (at_low == 0) return low;
  const double at_high = checked(high);
  if (at_high == 0) return high;
  if ((at_low < 0) == (at_high < 0)) {
    throw NumericError("a function has the same sign at both ends of the bracket [" +
                       shortest(low) + ", " + shortest(high) +
                       "], so it has no root to find there");
  }
  const auto close = [&](double a, double b) {
    const double scale = std::min(std::abs(a), std::abs(b));
    return std::abs(b - a) <= options.relative_tolerance * scale + options.absolute_tolerance;
  };
  auto evaluations = static_cast<boost::uintmax_t>(options.max_evaluations);
  const auto [a, b] = boost::math::tools::toms748_solve(
      checked, low, high, at_low, at_high, close, evaluations, boost::math::policies::policy<>());
  if (!close(a, b) && a != b) {
    throw NumericError("a root between " + shortest(a) + " and " + shortest(b) +
                       " could not be narrowed down further");
  }
  return a + (b - a) / 2;
}

}  // namespace faultline::math
