#include "faultline/methods/counterfactual/simultaneous.hpp"

#include <algorithm>
#include <array>
#include <cmath>

#include "faultline/math/normal.hpp"
#include "faultline/resample/quantiles.hpp"

namespace faultline::methods {

AllDifferences all_differences(const RateErrors& errors, double alpha,
                               std::span<const std::uint8_t> firm) {
  const std::size_t rates = errors.rates.size();
  if (rates * (rates - 1) / 2 > kMostListedPairs) return {};
  // Whether a pair may be equal plays no part here, so the number of people does not matter.
  const std::vector<GapPair> pairs = gap_pairs(std::span(&errors, 1), 2);
  if (pairs.empty()) return {};
  std::vector<double> largest;
  for (std::size_t r = 0; r < errors.errors.size(); ++r) {
    double most = -1;
    for (const GapPair& pair : pairs) {
      const double h = pair_error(pair, std::span(&errors, 1), r);
      if (!std::isnan(h) && pair.error > 0) most = std::max(most, std::abs(h) / pair.error);
    }
    if (most >= 0) largest.push_back(most);
  }
  AllDifferences all;
  if (!largest.empty()) all.critical = resample::quantiles(largest, std::array{1 - alpha}).front();
  // The level of widen_rare().
  const double alone = math::normal_quantile(1 - alpha / static_cast<double>(rates * (rates - 1)));
  for (const GapPair& pair : pairs) {
    SignedDifference one{.first = std::min(pair.first, pair.second),
                         .second = std::max(pair.first, pair.second),
                         .error = pair.error};
    one.difference = errors.rates[one.first] - errors.rates[one.second];
    const bool few = !firm.empty() && (!firm[pair.first] || !firm[pair.second]);
    const double reach = (few ? std::max(all.critical, alone) : all.critical) * pair.error;
    one.interval = std::pair{std::min(one.difference, std::max(-1.0, one.difference - reach)),
                             std::max(one.difference, std::min(1.0, one.difference + reach))};
    all.pairs.push_back(one);
  }
  return all;
}

void raise_by_pairs(std::size_t groups, CounterfactualReport::Summaries& to) {
  double least = 0;
  double most = 0;
  for (const CounterfactualReport::Pair& pair : to.pairs) {
    if (pair.few || !pair.interval) continue;
    most = std::max({most, pair.interval->second, -pair.interval->first});
    if (pair.is_apart()) least = std::max({least, pair.interval->first, -pair.interval->second});
  }
  const auto raise = [](CounterfactualReport::Summary& summary, double low) {
    CounterfactualReport::Interval& interval = summary.intervals.adaptive;
    if (interval) interval->first = std::max(interval->first, low);
  };
  raise(to.max, least);
  if (CounterfactualReport::Interval& largest = to.max.intervals.adaptive)
    largest->second = std::max(largest->second, most);
  raise(to.avg, 2 * least / static_cast<double>(groups));
}

}  // namespace faultline::methods
