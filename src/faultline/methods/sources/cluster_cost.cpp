#include "faultline/methods/sources/cluster_cost.hpp"

#include <algorithm>
#include <cmath>

#include "faultline/math/normal.hpp"
#include "faultline/math/sum.hpp"
#include "faultline/methods/sources/share_test.hpp"

namespace faultline::methods {

std::vector<WeightedCost> weighted_costs(std::span<const double> loss,
                                         std::span<const std::int32_t> group,
                                         std::span<const double> membership, int groups,
                                         bool outside) {
  struct Sums {
    math::CompensatedSum weight{};
    math::CompensatedSum weight_squares{};
    math::CompensatedSum losses{};
    math::CompensatedSum squares{};
  };
  const auto n_groups = static_cast<std::size_t>(groups);
  std::vector<WeightedCost> costs(n_groups);
  std::vector<Sums> sums(n_groups);
  const auto for_each_member = [&](const auto& use) {
    for (std::size_t i = 0; i < loss.size(); ++i) {
      const double q = outside ? 1 - membership[i] : membership[i];
      if (q > 0 && !std::isnan(loss[i])) use(static_cast<std::size_t>(group[i]), q, loss[i]);
    }
  };
  for_each_member([&](std::size_t g, double q, double l) {
    ++costs[g].people;
    costs[g].share = costs[g].share && (l == 0 || l == 1);
    sums[g].weight.add(q);
    sums[g].weight_squares.add(q * q);
    sums[g].losses.add(q * l);
  });
  for (std::size_t g = 0; g < n_groups; ++g) {
    if (costs[g].people == 0) continue;
    costs[g].weight = sums[g].weight.value();
    costs[g].effective = costs[g].weight * costs[g].weight / sums[g].weight_squares.value();
    costs[g].mean = sums[g].losses.value() / costs[g].weight;
  }
  for_each_member([&](std::size_t g, double q, double l) {
    const double part = q * (l - costs[g].mean);
    sums[g].squares.add(part * part);
  });
  for (std::size_t g = 0; g < n_groups; ++g) {
    if (costs[g].people < 2) continue;
    const auto m = static_cast<double>(costs[g].people);
    costs[g].se = std::sqrt(m / (m - 1) * sums[g].squares.value()) / costs[g].weight;
  }
  return costs;
}

bool is_enough(const WeightedCost& cost, double least) {
  // Equal weights add up with rounding: 50 people of weight .1 must pass for 50.
  return cost.people >= 2 && cost.effective >= least * (1 - 1e-9);
}

std::optional<ClusterGap> largest_gap(const std::vector<WeightedCost>& costs, double least,
                                      double alpha) {
  std::vector<std::size_t> groups;
  for (std::size_t g = 0; g < costs.size(); ++g) {
    if (is_enough(costs[g], least)) groups.push_back(g);
  }
  if (groups.size() < 2) return std::nullopt;
  ClusterGap largest{.first = groups[0], .second = groups[1]};
  largest.gap = costs[groups[0]].mean - costs[groups[1]].mean;
  for (std::size_t i = 0; i < groups.size(); ++i) {
    for (std::size_t j = i + 1; j < groups.size(); ++j) {
      const double gap = costs[groups[i]].mean - costs[groups[j]].mean;
      if (std::abs(gap) > std::abs(largest.gap)) {
        largest.first = groups[i];
        largest.second = groups[j];
        largest.gap = gap;
      }
    }
  }
  const double pairs = static_cast<double>(groups.size() * (groups.size() - 1)) / 2;
  const WeightedCost& a = costs[largest.first];
  const WeightedCost& b = costs[largest.second];
  if (a.share && b.share) {
    const Share first{.wrong = a.mean * a.effective, .n = a.effective};
    const Share second{.wrong = b.mean * b.effective, .n = b.effective};
    largest.interval = share_interval(first, second, alpha / pairs);
    largest.p_value = std::min(1.0, pairs * share_p_value(first, second));
    return largest;
  }
  const double se = std::hypot(a.se, b.se);
  const double reach = math::normal_quantile(1 - alpha / (2 * pairs)) * se;
  largest.interval = {largest.gap - reach, largest.gap + reach};
  if (se > 0) {
    largest.p_value =
        std::min(1.0, pairs * 2 * math::normal_upper_tail(std::abs(largest.gap) / se));
  }
  return largest;
}

}  // namespace faultline::methods
