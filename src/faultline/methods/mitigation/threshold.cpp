#include "faultline/methods/mitigation/threshold.hpp"

#include <algorithm>
#include <cmath>

#include "faultline/base/error.hpp"

namespace faultline::methods {

double quantile_threshold(std::vector<std::pair<double, std::int64_t>> scores, double share,
                          Quantile quantile) {
  std::erase_if(scores, [](const auto& entry) { return entry.second <= 0; });
  if (scores.empty()) throw InternalError("a threshold needs the score of somebody");
  std::sort(scores.begin(), scores.end());
  std::int64_t n = 0;
  for (const auto& entry : scores) n += entry.second;
  const auto at = [&scores](std::int64_t position) {
    std::size_t i = 0;
    while (position >= scores[i].second) position -= scores[i++].second;
    return scores[i].first;
  };
  const double allowed = std::clamp(share, 0.0, 1.0);
  const double place = (1 - allowed) * static_cast<double>(n - 1);
  const auto below = static_cast<std::int64_t>(std::floor(place));
  const double part = place - static_cast<double>(below);
  if (quantile == Quantile::linear) {
    const double low = at(below);
    const double high = at(std::min(below + 1, n - 1));
    return part < 0.5 ? low + (high - low) * part : high - (high - low) * (1 - part);
  }
  const double threshold = at(part > 0 ? std::min(below + 1, n - 1) : below);
  // Rounding of the place must not cost the promise: the next score up where it would.
  std::int64_t above = 0;
  for (std::size_t i = scores.size(); i-- > 0;) {
    if (scores[i].first <= threshold) break;
    above += scores[i].second;
    if (static_cast<double>(above) > allowed * static_cast<double>(n)) return scores[i].first;
  }
  return threshold;
}

}  // namespace faultline::methods
