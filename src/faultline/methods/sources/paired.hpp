#pragma once
// Means over some of the people in a table of losses, and of differences of two of its columns:
// whoever is compared is compared with himself or herself.

#include <cstdint>
#include <vector>

namespace faultline::methods {

struct PairedMean {
  std::int64_t n = 0;
  double mean = 0;
  double se = 0;  // over people; 0 with fewer than two
};

/// Entries that do not count or are NaN are left out.
[[nodiscard]] PairedMean mean_where(const std::vector<double>& values,
                                    const std::vector<bool>& counts);

/// a - b, entry by entry.
[[nodiscard]] std::vector<double> difference(const std::vector<double>& a,
                                             const std::vector<double>& b);

}  // namespace faultline::methods
