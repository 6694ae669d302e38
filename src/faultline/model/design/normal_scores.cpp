#include "faultline/model/design/normal_scores.hpp"

#include <algorithm>
#include <numeric>

#include "faultline/math/normal.hpp"

namespace faultline::model {

std::vector<double> normal_scores(std::span<const double> values, std::span<const double> people) {
  std::vector<std::size_t> order(values.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::ranges::sort(order, [&](std::size_t a, std::size_t b) { return values[a] < values[b]; });
  const double total = std::accumulate(people.begin(), people.end(), 0.0);
  // Half a person from either end, where people stand alone: never 0 or 1.
  const double least = 0.5 / std::max(total, 1.0);
  std::vector<double> scores(values.size());
  double before = 0;
  for (std::size_t i = 0; i < order.size();) {
    double same = 0;
    std::size_t end = i;
    for (; end < order.size() && values[order[end]] == values[order[i]]; ++end) {
      same += people[order[end]];
    }
    const double place = std::clamp((before + same / 2) / total, least, 1 - least);
    const double score = math::normal_quantile(place);
    for (; i < end; ++i) scores[order[i]] = score;
    before += same;
  }
  return scores;
}

}  // namespace faultline::model
