#include "faultline/resample/holm.hpp"

#include <algorithm>
#include <cstddef>
#include <utility>

#include "faultline/base/error.hpp"

namespace faultline::resample {

std::vector<std::optional<double>> holm_adjusted(std::span<const std::optional<double>> p_values) {
  std::vector<std::pair<double, std::size_t>> sorted;
  for (std::size_t i = 0; i < p_values.size(); ++i) {
    const std::optional<double>& p = p_values[i];
    if (!p) continue;
    if (!(*p >= 0 && *p <= 1)) {
      throw InternalError("a p-value to be adjusted lies outside of 0 to 1");
    }
    sorted.emplace_back(*p, i);
  }
  std::sort(sorted.begin(), sorted.end());

  std::vector<std::optional<double>> adjusted(p_values.size());
  double largest = 0;
  auto still_in = static_cast<double>(sorted.size());
  for (const auto& [p, i] : sorted) {
    largest = std::max(largest, std::min(1.0, still_in * p));
    adjusted[i] = largest;
    --still_in;
  }
  return adjusted;
}

}  // namespace faultline::resample
