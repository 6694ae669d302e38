#include "faultline/resample/holm.hpp"

#include <algorithm>
#include <cstddef>

#include "faultline/base/error.hpp"

namespace faultline::resample {

std::vector<std::optional<double>> holm_adjusted(std::span<const std::optional<double>> p_values) {
  std::vector<std::size_t> order;
  for (std::size_t i = 0; i < p_values.size(); ++i) {
    if (!p_values[i]) continue;
    if (!(*p_values[i] >= 0 && *p_values[i] <= 1)) {
      throw InternalError("A p-value to be adjusted lies outside of 0 to 1.");
    }
    order.push_back(i);
  }
  std::stable_sort(order.begin(), order.end(),
                   [&](std::size_t a, std::size_t b) { return *p_values[a] < *p_values[b]; });

  std::vector<std::optional<double>> adjusted(p_values.size());
  double largest = 0;
  for (std::size_t rank = 0; rank < order.size(); ++rank) {
    const auto still_in = static_cast<double>(order.size() - rank);
    largest = std::max(largest, std::min(1.0, still_in * *p_values[order[rank]]));
    adjusted[order[rank]] = largest;
  }
  return adjusted;
}

}  // namespace faultline::resample
