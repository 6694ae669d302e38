#include "faultline/resample/count_distributions.hpp"

#include <algorithm>
#include <cstddef>

#include "faultline/rng/draw.hpp"

namespace faultline::resample {

void CountDistributions::add(const math::CountDistribution& distribution) {
  const std::vector<double> table = math::cumulative(distribution);
  cumulative_.insert(cumulative_.end(), table.begin(), table.end());
  begin_.push_back(cumulative_.size());
  lowest_.push_back(distribution.lowest);
}

std::int64_t CountDistributions::sample(std::int64_t cell, rng::Stream& stream) const {
  const auto index = static_cast<std::size_t>(cell);
  const auto begin = cumulative_.begin() + static_cast<std::ptrdiff_t>(begin_[index]);
  const auto end = cumulative_.begin() + static_cast<std::ptrdiff_t>(begin_[index + 1]);
  // The last entry is 1 and a uniform number is below it, so there is always an entry to find.
  const auto found = std::lower_bound(begin, end, rng::uniform(stream));
  return lowest_[index] + (found - begin);
}

}  // namespace faultline::resample
