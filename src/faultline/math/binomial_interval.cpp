#include "faultline/math/binomial_interval.hpp"

#include <algorithm>
#include <cmath>

#include <boost/math/special_functions/beta.hpp>

#include "faultline/base/error.hpp"
#include "faultline/math/normal.hpp"

namespace faultline::math {

namespace {

void check(std::int64_t successes, std::int64_t trials, double confidence) {
  if (successes < 0 || successes > trials) {
    throw InternalError("an interval for a proportion needs 0 <= successes <= trials");
  }
  if (!(confidence > 0 && confidence < 1)) {
    throw InternalError("an interval's confidence must lie strictly between 0 and 1");
  }
}

}  // namespace

std::pair<double, double> clopper_pearson_interval(std::int64_t successes, std::int64_t trials,
                                                   double confidence) {
  check(successes, trials, confidence);
  const double tail = (1 - confidence) / 2;
  const auto k = static_cast<double>(successes);
  const auto n = static_cast<double>(trials);
  const double lower = successes == 0 ? 0 : boost::math::ibeta_inv(k, n - k + 1, tail);
  const double upper = successes == trials ? 1 : boost::math::ibetac_inv(k + 1, n - k, tail);
  return {lower, upper};
}

std::pair<double, double> wilson_interval(std::int64_t successes, std::int64_t trials,
                                          double confidence) {
  check(successes, trials, confidence);
  if (trials == 0) return {0, 1};
  const auto n = static_cast<double>(trials);
  return wilson_interval_of_rate(static_cast<double>(successes) / n, n, confidence);
}

std::pair<double, double> wilson_interval_of_rate(double rate, double trials, double confidence) {
  if (!(rate >= 0 && rate <= 1)) throw InternalError("a rate must lie between 0 and 1");
  if (!(trials > 0)) return {0, 1};
  const double z = -normal_quantile((1 - confidence) / 2);
  const double shrink = 1 + z * z / trials;
  const double centre = (rate + z * z / (2 * trials)) / shrink;
  const double half =
      z / shrink * std::sqrt(rate * (1 - rate) / trials + z * z / (4 * trials * trials));
  // At the ends the formula gives 0 and 1 exactly; rounding must not leave it beside them.
  const double lower = rate == 0 ? 0 : std::max(0.0, centre - half);
  const double upper = rate == 1 ? 1 : std::min(1.0, centre + half);
  return {lower, upper};
}

}  // namespace faultline::math
