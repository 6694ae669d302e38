#include "faultline/methods/residual_scan/skewness.hpp"

#include <algorithm>
#include <cmath>

namespace faultline::methods {
namespace {

// Rounding of sums of squares must not pass for spread.
constexpr double kSpread = 1e-12;

// Beyond it the terms left out of the expansion are as large as those kept: where one in ten lies
// far above what is predicted, a named subgroup of 18 people (g = 0.6) had a level of .08.
constexpr double kTooSkewed = 0.5;

struct Central {
  double t = 0;  // sum over its root of squares
  double g = 0;  // skewness over root n
};

Central central(const ResidualPeople::Moments& sums) {
  if (!(sums.n > 0)) return {};
  const double mean = sums.first / sums.n;
  const double squares = sums.second - sums.first * mean;
  if (!(squares > kSpread * sums.second)) return {};
  const double cubes = sums.third - 3 * mean * sums.second + 2 * mean * mean * sums.first;
  return {sums.first / std::sqrt(squares), cubes / (squares * std::sqrt(squares))};
}

}  // namespace

double left_by_skewness(const ResidualPeople::Moments& subgroup,
                        const ResidualPeople::Moments& everybody, bool pooled) {
  const Central own = central(subgroup);
  const double x = std::abs(own.t);
  if (!(x > 0)) return 1;
  const double against = own.t > 0 ? -1.0 : 1.0;
  double g = against * own.g;
  // Skewness over root n of as many people as the subgroup has.
  if (pooled) g = std::max(g, against * central(everybody).g * std::sqrt(everybody.n / subgroup.n));
  if (!(g > 0)) return 1;
  if (pooled && g > kTooSkewed) return 0;
  const double root = 1 - 4 * (g / 3) * (g / 6 - x);
  const double left = (std::sqrt(std::max(0.0, root)) - 1) / (2 * g / 3);
  const double ratio = std::clamp(left / x, 0.0, 1.0);
  return ratio * ratio;
}

}  // namespace faultline::methods
