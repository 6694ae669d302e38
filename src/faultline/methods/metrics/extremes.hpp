#pragma once
// How far the highest and the lowest of several groups lie apart, with an interval that knows it is
// a maximum. The intervals of all pairs' differences hold together when each group's own is made
// with z = q / sqrt(2), q the quantile of the studentized range of k normal means (Tukey and
// Kramer, never too narrow for unequal sizes: Hayter 1984). Then the largest true difference is at
// least the largest of their lower ends and at most the largest of their upper ends.

#include <span>
#include <vector>

#include "faultline/methods/metrics/measure.hpp"

namespace faultline::methods {

/// Of the groups that have the rate and an interval; `positions` are theirs in the list.
struct Extremes {
  std::int64_t groups = 0;
  std::size_t highest = 0;
  std::size_t lowest = 0;
  double estimate = 0;
  std::pair<double, double> interval{};
};

/// None with fewer than two such groups.
[[nodiscard]] std::optional<Extremes> extremes(std::span<const Measure* const> measures,
                                               double confidence);

}  // namespace faultline::methods
