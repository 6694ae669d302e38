#include "faultline/math/maximise.hpp"

#include <cmath>
#include <limits>

#include <boost/cstdint.hpp>
#include <boost/math/tools/minima.hpp>

#include "faultline/base/error.hpp"
#include "faultline/base/text.hpp"

namespace faultline::math {

Maximum maximise(const std::function<double(double)>& f, double low, double high) {
  if (!(low <= high) || !std::isfinite(low) || !std::isfinite(high)) {
    throw NumericError("a maximum was looked for in an empty or infinite interval");
  }
  const auto checked = [&](double x) {
    const double value = f(x);
    if (std::isnan(value)) {
      throw NumericError("a function whose maximum was looked for is not a number at " +
                         shortest(x));
    }
    return value;
  };
  Maximum best{low, checked(low)};
  const auto consider = [&](double at, double value) {
    if (value > best.value) best = {at, value};
  };
  consider(high, checked(high));
  if (low < high) {
    boost::uintmax_t iterations = 200;
    const auto [at, negative] =
        boost::math::tools::brent_find_minima([&](double x) { return -checked(x); }, low, high,
                                              std::numeric_limits<double>::digits / 2, iterations);
    consider(at, -negative);
  }
  return best;
}

}  // namespace faultline::math
