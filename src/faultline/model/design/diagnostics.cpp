#include "faultline/model/design/diagnostics.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

#include <fmt/format.h>

#include "faultline/base/error.hpp"
#include "faultline/math/binomial_interval.hpp"
#include "faultline/math/sum.hpp"

namespace faultline::model {
namespace {

void check(bool good, const char* what) {
  if (!good) throw InternalError(fmt::format("a diagnostic of a model got {}", what));
}

}  // namespace

std::vector<CalibrationBin> calibration_curve(std::span<const double> probability,
                                              std::span<const double> weight,
                                              std::span<const double> positive,
                                              std::span<const double> people, int bins) {
  check(weight.size() == probability.size() && positive.size() == probability.size() &&
            people.size() == probability.size(),
        "columns of different lengths");
  check(bins > 0, "no bins");
  std::vector<std::size_t> order;
  for (std::size_t i = 0; i < weight.size(); ++i) {
    if (weight[i] > 0) order.push_back(i);
  }
  std::ranges::sort(order, {}, [&](std::size_t i) { return std::pair(probability[i], i); });
  const double total = math::compensated_sum(weight);

  struct Sums {
    double predicted = 0, observed = 0, people = 0, weight = 0, squares = 0;
  };
  std::vector<Sums> sums(static_cast<std::size_t>(bins));
  double before = 0;
  for (std::size_t first = 0; first < order.size();) {
    // Rows with one prediction go together, to the bin in which their middle falls.
    std::size_t last = first;
    double block = 0;
    while (last < order.size() && probability[order[last]] == probability[order[first]]) {
      block += weight[order[last++]];
    }
    const int bin = static_cast<int>(bins * (before + block / 2) / total);
    Sums& sum = sums[static_cast<std::size_t>(std::clamp(bin, 0, bins - 1))];
    for (; first < last; ++first) {
      const std::size_t i = order[first];
      sum.predicted += weight[i] * probability[i];
      sum.observed += positive[i];
      sum.people += people[i];
      sum.weight += weight[i];
      sum.squares += weight[i] * weight[i] / (people[i] > 0 ? people[i] : 1);
    }
    before += block;
  }
  std::vector<CalibrationBin> curve;
  for (const Sums& sum : sums) {
    if (!(sum.weight > 0)) continue;
    const double observed = std::clamp(sum.observed / sum.weight, 0.0, 1.0);
    curve.push_back({.predicted = sum.predicted / sum.weight,
                     .observed = observed,
                     .people = sum.people,
                     .weight = sum.weight,
                     .interval = math::wilson_interval_of_rate(
                         observed, sum.weight * sum.weight / sum.squares)});
  }
  return curve;
}

double calibration_error(std::span<const CalibrationBin> curve) {
  double total = 0;
  double error = 0;
  for (const CalibrationBin& bin : curve) {
    total += bin.weight;
    error += bin.weight * std::abs(bin.observed - bin.predicted);
  }
  return total > 0 ? error / total : 0;
}

Overlap overlap(std::span<const double> propensity, std::span<const std::int64_t> protected_people,
                std::span<const std::int64_t> comparison_people, int bins) {
  check(
      protected_people.size() == propensity.size() && comparison_people.size() == propensity.size(),
      "columns of different lengths");
  check(bins > 0, "no bins");
  Overlap result;
  for (int k = 0; k <= bins; ++k) result.edges.push_back(static_cast<double>(k) / bins);
  result.protected_people.assign(static_cast<std::size_t>(bins), 0);
  result.comparison_people.assign(static_cast<std::size_t>(bins), 0);
  std::int64_t members = 0;
  std::int64_t extreme = 0;
  std::int64_t others = 0;
  double total = 0;
  for (std::size_t i = 0; i < propensity.size(); ++i) {
    const double p = propensity[i];
    check(p >= 0 && p <= 1, "a propensity outside 0 to 1");
    const auto bin = static_cast<std::size_t>(std::min(static_cast<int>(p * bins), bins - 1));
    result.protected_people[bin] += protected_people[i];
    result.comparison_people[bin] += comparison_people[i];
    members += protected_people[i];
    others += comparison_people[i];
    if (p > kExtremePropensity) extreme += protected_people[i];
    if (comparison_people[i] > 0) total += static_cast<double>(comparison_people[i]) * p / (1 - p);
  }
  if (members > 0) result.extreme_share = static_cast<double>(extreme) / members;
  if (others == 0 || total == 0) return result;

  std::vector<std::size_t> order(propensity.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::ranges::sort(order, {}, [&](std::size_t i) { return std::pair(-propensity[i], i); });
  std::int64_t left = (others + 99) / 100;  // 1 %, at least one person
  double heaviest = 0;
  for (const std::size_t i : order) {
    const std::int64_t taken = std::min(left, comparison_people[i]);
    if (taken > 0) heaviest += static_cast<double>(taken) * propensity[i] / (1 - propensity[i]);
    left -= taken;
    if (left == 0) break;
  }
  // A propensity of 1 is a weight without limit: it carries everything.
  result.largest_weight_share = std::isinf(heaviest) ? 1 : heaviest / total;
  return result;
}

double effective_sample_size(std::span<const double> weight_per_person,
                             std::span<const double> people) {
  check(people.size() == weight_per_person.size(), "columns of different lengths");
  double sum = 0;
  double squares = 0;
  for (std::size_t i = 0; i < people.size(); ++i) {
    sum += people[i] * weight_per_person[i];
    squares += people[i] * weight_per_person[i] * weight_per_person[i];
  }
  return squares > 0 ? sum * sum / squares : 0;
}

}  // namespace faultline::model
