#include "faultline/resample/sequential_boundary.hpp"

#include "faultline/base/error.hpp"

namespace faultline::resample {
namespace {

// How late the risk is spent: half of it by this replicate (Gandy's own choice).
constexpr double kHalfSpent = 1000;

}  // namespace

SequentialBoundary::SequentialBoundary(double level, std::int64_t replicates, double risk) {
  if (!(level > 0 && level < 1)) throw InternalError("a sequential test needs a level in (0, 1)");
  lower_.reserve(static_cast<std::size_t>(replicates));
  upper_.reserve(static_cast<std::size_t>(replicates));
  // alive[i]: probability of having `first + i` exceedances and of not having stopped, at p =
  // level.
  std::vector<double> alive{1.0};
  std::vector<double> next;
  std::int32_t first = 0;
  double stopped_below = 0;
  double stopped_above = 0;
  for (std::int64_t n = 1; n <= replicates; ++n) {
    next.assign(alive.size() + 1, 0.0);
    for (std::size_t i = 0; i < alive.size(); ++i) {
      next[i] += alive[i] * (1 - level);
      next[i + 1] += alive[i] * level;
    }
    const double allowed = risk * static_cast<double>(n) / (kHalfSpent + static_cast<double>(n));
    std::size_t low = 0;  // the first count that goes on
    while (low < next.size() && stopped_below + next[low] <= allowed) stopped_below += next[low++];
    std::size_t high = next.size();  // one past the last count that goes on
    while (high > low && stopped_above + next[high - 1] <= allowed) stopped_above += next[--high];
    lower_.push_back(first + static_cast<std::int32_t>(low) - 1);
    upper_.push_back(first + static_cast<std::int32_t>(high));
    alive.assign(next.begin() + static_cast<std::ptrdiff_t>(low),
                 next.begin() + static_cast<std::ptrdiff_t>(high));
    first += static_cast<std::int32_t>(low);
  }
}

std::optional<bool> SequentialBoundary::below(std::int64_t n, std::int64_t exceedances) const {
  const auto at = static_cast<std::size_t>(n - 1);
  if (exceedances <= lower_[at]) return true;
  if (exceedances >= upper_[at]) return false;
  return std::nullopt;
}

}  // namespace faultline::resample
