#include <algorithm>
#include <cmath>
#include <limits>

#include <fmt/format.h>

#include "faultline/base/error.hpp"
#include "faultline/model/design/log_odds.hpp"
#include "faultline/model/linear/logistic.hpp"

namespace faultline::model {

// The root of sum w expit(offset + a) = sum s, which rises in a. At a with every offset + a at or
// below the overall log-odds the sum is too small, and too large at the other end; Newton's steps
// inside that bracket, bisection where one leaves it.
double intercept_shift(std::span<const double> weight, std::span<const double> positive,
                       std::span<const double> offset) {
  if (positive.size() != weight.size() || offset.size() != weight.size()) {
    throw InternalError(fmt::format("a shift got {} weights, {} labels and {} offsets",
                                    weight.size(), positive.size(), offset.size()));
  }
  double total = 0;
  double wanted = 0;
  double lowest = std::numeric_limits<double>::infinity();
  double highest = -lowest;
  for (std::size_t i = 0; i < weight.size(); ++i) {
    if (!(weight[i] > 0)) continue;
    total += weight[i];
    wanted += positive[i];
    lowest = std::min(lowest, offset[i]);
    highest = std::max(highest, offset[i]);
  }
  if (!(total > 0)) throw NumericError("a shift has nothing to learn from: no row has weight");
  if (!std::isfinite(lowest) || !std::isfinite(highest)) {
    throw NumericError("a shift needs finite offsets; clip probabilities of 0 and 1 first");
  }
  if (wanted <= 0) return -std::numeric_limits<double>::infinity();
  if (wanted >= total) return std::numeric_limits<double>::infinity();
  const double overall = log_odds(wanted / total);
  double low = overall - highest;
  double high = overall - lowest;
  double shift = 0.5 * (low + high);
  for (int iteration = 0; iteration < 200 && low < high; ++iteration) {
    double excess = -wanted;
    double slope = 0;
    for (std::size_t i = 0; i < weight.size(); ++i) {
      if (!(weight[i] > 0)) continue;
      const double p = expit(offset[i] + shift);
      excess += weight[i] * p;
      slope += weight[i] * p * expit(-offset[i] - shift);
    }
    if (excess == 0) return shift;
    (excess < 0 ? low : high) = shift;
    double next = shift - excess / slope;
    if (!(next > low && next < high)) next = 0.5 * (low + high);
    if (std::abs(next - shift) <= 1e-15 * (1 + std::abs(shift))) return next;
    shift = next;
  }
  return shift;
}

}  // namespace faultline::model
