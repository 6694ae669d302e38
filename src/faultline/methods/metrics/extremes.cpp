#include "faultline/methods/metrics/extremes.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "faultline/math/normal.hpp"
#include "faultline/math/studentized_range.hpp"
#include "faultline/math/two_sample_interval.hpp"

namespace faultline::methods {

std::optional<Extremes> extremes(std::span<const Measure* const> measures, double confidence) {
  std::vector<std::size_t> with;
  for (std::size_t i = 0; i < measures.size(); ++i) {
    if (measures[i]->has_interval()) with.push_back(i);
  }
  if (with.size() < 2) return std::nullopt;
  const double range = math::studentized_range_quantile(
      1 - confidence, static_cast<int>(with.size()), std::numeric_limits<double>::infinity());
  const double own = 1 - 2 * math::normal_upper_tail(range / std::sqrt(2.0));
  std::vector<math::Estimated> values;
  values.reserve(with.size());
  for (const std::size_t i : with) {
    const Interval interval = interval_of(*measures[i], own);
    if (!interval) return std::nullopt;
    values.push_back({measures[i]->estimate, interval->first, interval->second});
  }
  Extremes found{.groups = static_cast<std::int64_t>(with.size())};
  const auto by_value = [](const math::Estimated& a, const math::Estimated& b) {
    return a.value < b.value;
  };
  const auto highest = std::max_element(values.begin(), values.end(), by_value);
  const auto lowest = std::min_element(values.begin(), values.end(), by_value);
  found.highest = with[static_cast<std::size_t>(highest - values.begin())];
  found.lowest = with[static_cast<std::size_t>(lowest - values.begin())];
  found.estimate = highest->value - lowest->value;
  for (const math::Estimated& a : values) {
    for (const math::Estimated& b : values) {
      if (&a == &b) continue;
      const auto [low, high] = math::difference_interval(a, b);
      found.interval.first = std::max(found.interval.first, low);
      found.interval.second = std::max(found.interval.second, high);
    }
  }
  return found;
}

}  // namespace faultline::methods
