#include "faultline/resample/uniform_counts.hpp"

#include <algorithm>
#include <cstddef>

#include "faultline/rng/draw.hpp"

namespace faultline::resample {

void UniformCounts::begin(std::span<const std::int64_t> sizes, const rng::Stream& stream) {
  sizes_ = sizes;
  stream_ = stream;
  known_.resize(sizes.size());
  for (std::vector<Known>& known : known_) known.clear();
}

std::int64_t UniformCounts::below(std::size_t group, double limit) {
  if (!(limit > 0)) return 0;
  if (limit >= 1) return sizes_[group];
  std::vector<Known>& known = known_[group];
  const auto next =
      std::lower_bound(known.begin(), known.end(), limit,
                       [](const Known& one, double wanted) { return one.limit < wanted; });
  if (next != known.end() && next->limit == limit) return next->below;
  const Known above = next == known.end() ? Known{1, sizes_[group]} : *next;
  const Known under = next == known.begin() ? Known{} : *(next - 1);
  const std::int64_t between = above.below - under.below;
  const double share = (limit - under.limit) / (above.limit - under.limit);
  const std::int64_t count =
      under.below + (between > 0 ? rng::binomial(stream_, between, share) : 0);
  known.insert(next, {limit, count});
  return count;
}

std::int64_t UniformCounts::below_all(std::span<const std::int32_t> groups, double limit,
                                      std::span<std::int64_t> out) {
  std::int64_t sum = 0;
  for (std::size_t i = 0; i < groups.size(); ++i) {
    out[i] = below(static_cast<std::size_t>(groups[i]), limit);
    sum += out[i];
  }
  return sum;
}

void UniformCounts::smallest(std::span<const std::int32_t> groups, std::int64_t wanted,
                             std::span<std::int64_t> out) {
  Known under{};
  Known above{1, below_all(groups, 1, out)};
  if (wanted == above.below) return;
  // Any limit that has as many below it as are wanted tells who they are.
  while (under.below < wanted) {
    const double share =
        static_cast<double>(wanted - under.below) / static_cast<double>(above.below - under.below);
    const double limit = under.limit + share * (above.limit - under.limit);
    // No number lies between: numbers that are equal to the last bit.
    if (!(limit > under.limit && limit < above.limit)) break;
    const Known at{limit, below_all(groups, limit, out)};
    if (at.below == wanted) return;
    (at.below < wanted ? under : above) = at;
  }
  std::int64_t missing = wanted - below_all(groups, under.limit, out);
  for (std::size_t i = 0; i < groups.size() && missing > 0; ++i) {
    const std::int64_t most = below(static_cast<std::size_t>(groups[i]), above.limit) - out[i];
    const std::int64_t more = std::min(most, missing);
    out[i] += more;
    missing -= more;
  }
}

}  // namespace faultline::resample
