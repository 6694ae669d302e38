#pragma once
// Redraws of counts whose distributions are known: one cumulative table per cell, all in one array,
// and a draw is one uniform number and a binary search. For the parametric null where the
// predictions inside a cell differ (the distribution is then Poisson-binomial).

#include <cstdint>
#include <vector>

#include "faultline/math/count_distribution.hpp"
#include "faultline/rng/stream.hpp"

namespace faultline::resample {

class CountDistributions {
 public:
  /// Appends the distribution of the next cell.
  void add(const math::CountDistribution& distribution);
  [[nodiscard]] std::int64_t size() const { return static_cast<std::int64_t>(lowest_.size()); }
  /// A draw from the distribution of cell `cell`, 0 <= cell < size(); always one uniform number.
  [[nodiscard]] std::int64_t sample(std::int64_t cell, rng::Stream& stream) const;

 private:
  std::vector<std::int64_t> lowest_{};
  std::vector<std::size_t> begin_{0};  // of each cell's table, and the end of the last
  std::vector<double> cumulative_{};
};

}  // namespace faultline::resample
