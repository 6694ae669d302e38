#include "faultline/methods/mitigation/cutoff.hpp"

#include <algorithm>
#include <cmath>

#include "faultline/base/error.hpp"

namespace faultline::methods {

Cutoff exact_cutoff(ScoreCounts scores, double share) {
  std::erase_if(scores, [](const auto& entry) { return entry.second <= 0; });
  if (scores.empty()) throw InternalError("a threshold needs the score of somebody");
  std::sort(scores.begin(), scores.end(), std::greater<>());
  std::int64_t all = 0;
  for (const auto& entry : scores) all += entry.second;
  const double wanted = std::clamp(share, 0.0, 1.0) * static_cast<double>(all);
  // Shares that are counts of people come back as counts.
  constexpr double kWhole = 1e-9;
  std::int64_t above = 0;
  for (std::size_t first = 0; first < scores.size();) {
    std::size_t next = first;
    std::int64_t here = 0;
    while (next < scores.size() && scores[next].first == scores[first].first)
      here += scores[next++].second;
    if (next < scores.size() && static_cast<double>(above + here) <= wanted + kWhole) {
      above += here;
      first = next;
      continue;
    }
    Cutoff cutoff{.comparator = Comparator::above, .threshold = scores[first].first};
    const double part = (wanted - static_cast<double>(above)) / static_cast<double>(here);
    const double lot = here == 1 ? std::round(part) : part;
    if (lot >= 1 - kWhole) {
      cutoff.comparator = Comparator::at_least;
    } else if (lot > kWhole) {
      cutoff.boundary_share = lot;
    }
    return cutoff;
  }
  throw InternalError("no score is the last");
}

bool passes(double score, const Cutoff& cutoff) {
  return cutoff.comparator == Comparator::at_least && !cutoff.boundary_share
             ? score >= cutoff.threshold
             : score > cutoff.threshold;
}

bool on_boundary(double score, const Cutoff& cutoff) {
  return cutoff.boundary_share.has_value() && score == cutoff.threshold;
}

std::int64_t EvenLots::flag(std::int64_t people, double share, std::size_t key) {
  std::int64_t& dealt = dealt_[{key, share}];
  const auto flagged = [share](std::int64_t of) {
    return static_cast<std::int64_t>(std::floor(share * static_cast<double>(of) + 0.5));
  };
  const std::int64_t before = flagged(dealt);
  dealt += people;
  return flagged(dealt) - before;
}

}  // namespace faultline::methods
