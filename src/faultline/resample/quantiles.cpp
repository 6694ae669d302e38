#include "faultline/resample/quantiles.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>

#include "faultline/base/error.hpp"

namespace faultline::resample {

std::vector<double> quantiles(std::span<const double> sample,
                              std::span<const double> probabilities) {
  std::vector<double> sorted(sample.begin(), sample.end());
  if (std::any_of(sorted.begin(), sorted.end(), [](double x) { return std::isnan(x); })) {
    throw InternalError("quantiles of a sample with a value that is not a number were asked for");
  }
  std::sort(sorted.begin(), sorted.end());
  std::vector<double> result;
  for (const double p : probabilities) {
    if (!(p >= 0 && p <= 1)) {
      throw InternalError("a quantile's probability lies outside of 0 to 1");
    }
    if (sorted.empty()) continue;
    const double position = static_cast<double>(sorted.size() - 1) * p;
    const double below = std::floor(position);
    const double share = position - below;
    const auto index = static_cast<std::size_t>(below);
    const double low = sorted[index];
    const double high = sorted[std::min(index + 1, sorted.size() - 1)];
    // Equal neighbours (also two infinities) have nothing between them.
    result.push_back(share == 0 || low == high ? low : (1 - share) * low + share * high);
  }
  return result;
}

double median(std::span<const double> sample) {
  const std::array middle{0.5};
  const std::vector<double> found = quantiles(sample, middle);
  if (found.empty()) throw InternalError("the median of nobody was asked for");
  return found.front();
}

}  // namespace faultline::resample
