#include "faultline/methods/counterfactual/adaptive.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include "faultline/math/normal.hpp"
#include "faultline/resample/quantiles.hpp"

namespace faultline::methods {
namespace {

using Interval = CounterfactualReport::Interval;
constexpr double kNoPair = std::numeric_limits<double>::quiet_NaN();

/// Of the values that are defined.
double quantile_of_defined(std::vector<double> values, double p) {
  std::erase_if(values, [](double value) { return std::isnan(value); });
  return resample::quantiles(values, std::array{p}).front();
}

/// Largest error that the difference can have upwards, given what may be equal.
double upward(const GapPair& pair, double h) { return pair.maybe_equal ? std::abs(h) : h; }

SummaryErrors average_errors(const std::vector<GapPair>& pairs,
                             std::span<const RateErrors> blocks) {
  SummaryErrors errors;
  for (const GapPair& pair : pairs) errors.estimate += pair.difference;
  errors.estimate /= static_cast<double>(pairs.size());
  for (std::size_t r = 0; r < blocks.front().errors.size(); ++r) {
    double up = 0;
    double down = 0;
    double count = 0;
    for (const GapPair& pair : pairs) {
      const double h = pair_error(pair, blocks, r);
      if (std::isnan(h)) continue;
      up += upward(pair, h);
      down += h;
      count += 1;
    }
    errors.up.push_back(count > 0 ? up / count : kNoPair);
    errors.down.push_back(count > 0 ? down / count : kNoPair);
  }
  return errors;
}

SummaryErrors largest_errors(const std::vector<GapPair>& pairs, std::span<const RateErrors> blocks,
                             std::int64_t people) {
  SummaryErrors errors;
  const GapPair& largest = *std::max_element(
      pairs.begin(), pairs.end(),
      [](const GapPair& a, const GapPair& b) { return a.difference < b.difference; });
  errors.estimate = largest.difference;
  // Any pair within reach of the largest may be the largest in truth.
  std::vector<GapPair> rivals;
  for (const GapPair& pair : pairs) {
    if (errors.estimate - pair.difference > equality_reach(people) * pair.error) continue;
    rivals.push_back(pair);
    errors.reach = std::max(errors.reach, pair.error);
  }
  for (std::size_t r = 0; r < blocks.front().errors.size(); ++r) {
    double up = kNoPair;
    for (const GapPair& pair : rivals) {
      const double h = pair_error(pair, blocks, r);
      if (!std::isnan(h)) up = std::fmax(up, upward(pair, h));
    }
    errors.up.push_back(up);
    errors.down.push_back(pair_error(largest, blocks, r));
  }
  return errors;
}

std::pair<double, double> around(double estimate, double low, double high, double least) {
  return {std::min(estimate, std::max(least, low)), std::max(estimate, std::min(1.0, high))};
}

}  // namespace

SummaryErrors summary_errors(SummaryKind kind, std::span<const RateErrors> blocks,
                             std::int64_t people) {
  if (kind == SummaryKind::var || kind == SummaryKind::sd || blocks.empty()) return {};
  const std::vector<GapPair> pairs = gap_pairs(blocks, people);
  if (pairs.empty()) return {};
  return kind == SummaryKind::max ? largest_errors(pairs, blocks, people)
                                  : average_errors(pairs, blocks);
}

std::optional<double> standard_error(const SummaryErrors& errors) {
  double squares = 0;
  double count = 0;
  for (const double error : errors.down) {
    if (std::isnan(error)) continue;
    squares += error * error;
    count += 1;
  }
  return count > 1 ? std::optional<double>(std::sqrt(squares / (count - 1))) : std::nullopt;
}

Interval adaptive_interval(SummaryKind kind, const SummaryErrors& errors, double alpha) {
  if (errors.empty()) return std::nullopt;
  const double low = errors.estimate - quantile_of_defined(errors.up, 1 - alpha / 2);
  // Upwards, the largest gap has the error of whichever rival is the least certain.
  const double high = kind == SummaryKind::max
                          ? errors.estimate + math::normal_quantile(1 - alpha / 2) * errors.reach
                          : errors.estimate - quantile_of_defined(errors.down, alpha / 2);
  return around(errors.estimate, low, high, 0);
}

Interval largest_above_average(const Interval& largest, const Interval& average) {
  if (!largest || !average) return largest;
  return std::pair{std::max(largest->first, average->first),
                   std::max(largest->second, average->second)};
}

Interval adaptive_difference(const SummaryErrors& first, const SummaryErrors& second,
                             double alpha) {
  if (first.empty() || second.empty()) return std::nullopt;
  std::vector<double> up(first.up.size());
  std::vector<double> down(first.up.size());
  for (std::size_t r = 0; r < up.size(); ++r) {
    up[r] = first.up[r] - second.down[r];
    down[r] = first.down[r] - second.up[r];
  }
  const double estimate = first.estimate - second.estimate;
  return around(estimate, estimate - quantile_of_defined(std::move(up), 1 - alpha / 2),
                estimate - quantile_of_defined(std::move(down), alpha / 2), -1);
}

}  // namespace faultline::methods
