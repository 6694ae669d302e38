#include "faultline/methods/counterfactual/rate_errors.hpp"

#include <algorithm>
#include <cmath>

#include "faultline/math/binomial_interval.hpp"
#include "faultline/math/normal.hpp"
#include "faultline/rng/draw.hpp"

namespace faultline::methods {
namespace {

/// Mean square of the defined values; `count` of them.
struct Square {
  double sum = 0;
  std::size_t count = 0;
  void add(double value) {
    if (std::isnan(value)) return;
    sum += value * value;
    ++count;
  }
  [[nodiscard]] double variance() const {
    return count > 1 ? sum / static_cast<double>(count - 1) : 0;
  }
};

}  // namespace

RateErrors rate_errors(std::vector<double> rates, std::vector<std::vector<double>> resampled) {
  for (std::size_t i = 0; i < rates.size(); ++i) {
    double sum = 0;
    double count = 0;
    for (const auto& values : resampled) {
      if (std::isnan(values[i])) continue;
      sum += values[i];
      count += 1;
    }
    for (auto& values : resampled) values[i] -= sum / count;
  }
  return {.rates = std::move(rates), .errors = std::move(resampled)};
}

bool has_few_events(double rate, double effective_size) {
  return effective_size > 0 && rate >= 0 && rate <= 1 &&
         std::min(rate, 1 - rate) * effective_size < kFewEvents;
}

std::vector<double> widen_rare(std::span<const double> effective_sizes, double alpha,
                               std::uint64_t seed, std::uint32_t stream, RateErrors& errors) {
  const auto rates = static_cast<double>(errors.rates.size());
  // Whichever of the pairs is looked at, all were: so far out the errors have to be right.
  const double level = alpha / std::max(1.0, rates * (rates - 1) / 2);
  const double z = math::normal_quantile(1 - level / 2);
  std::vector<double> lacking(errors.rates.size(), 0);
  for (std::size_t i = 0; i < lacking.size(); ++i) {
    const double rate = errors.rates[i];
    // By regression a rate can exceed 1.
    if (!(rate >= 0 && rate <= 1 && effective_sizes[i] > 0)) continue;
    const auto [low, high] = math::wilson_interval_of_rate(rate, effective_sizes[i], 1 - level);
    const double needed = std::max(rate - low, high - rate) / z;
    Square shown;
    for (const auto& values : errors.errors) shown.add(values[i]);
    lacking[i] = std::sqrt(std::max(0.0, needed * needed - shown.variance()));
  }
  if (std::ranges::all_of(lacking, [](double more) { return more == 0; })) return lacking;
  for (std::size_t r = 0; r < errors.errors.size(); ++r) {
    rng::Stream draws(seed, rng::Purpose::bootstrap, static_cast<std::uint32_t>(r + 1), stream);
    for (std::size_t i = 0; i < lacking.size(); ++i) {
      if (lacking[i] > 0) errors.errors[r][i] += lacking[i] * rng::normal(draws);
    }
  }
  return lacking;
}

double equality_reach(std::int64_t people) {
  return std::sqrt(std::log(static_cast<double>(std::max<std::int64_t>(2, people))));
}

double pair_error(const GapPair& pair, std::span<const RateErrors> blocks, std::size_t resample) {
  const std::vector<double>& errors = blocks[pair.block].errors[resample];
  return errors[pair.first] - errors[pair.second];
}

std::vector<GapPair> gap_pairs(std::span<const RateErrors> blocks, std::int64_t people) {
  const double reach = equality_reach(people);
  std::vector<GapPair> pairs;
  for (std::size_t k = 0; k < blocks.size(); ++k) {
    const std::vector<double>& rates = blocks[k].rates;
    for (std::size_t a = 0; a < rates.size(); ++a) {
      if (std::isnan(rates[a])) continue;
      for (std::size_t b = a + 1; b < rates.size(); ++b) {
        if (std::isnan(rates[b])) continue;
        if (pairs.size() == kMostPairs) return {};
        const bool ordered = rates[a] >= rates[b];
        GapPair pair{.block = static_cast<std::uint32_t>(k),
                     .first = static_cast<std::uint32_t>(ordered ? a : b),
                     .second = static_cast<std::uint32_t>(ordered ? b : a),
                     .difference = std::abs(rates[a] - rates[b])};
        Square square;
        for (const auto& errors : blocks[k].errors) square.add(errors[a] - errors[b]);
        if (square.count < kFewestResamples) return {};
        pair.error = std::sqrt(square.variance());
        pair.maybe_equal = pair.difference <= reach * pair.error;
        pairs.push_back(pair);
      }
    }
  }
  return pairs;
}

}  // namespace faultline::methods
