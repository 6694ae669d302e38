#include "faultline/methods/sources/cluster_excess.hpp"

#include <cmath>

#include "faultline/math/normal.hpp"

namespace faultline::methods {
namespace {

struct Cell {
  double mean = 0;
  double variance = 0;  // of the mean
};

Cell cell_of(const WeightedCost& cost) {
  if (!cost.share) return {.mean = cost.mean, .variance = cost.se * cost.se};
  const double n = cost.effective + 2;
  const double mean = (cost.mean * cost.effective + 1) / n;
  return {.mean = mean, .variance = mean * (1 - mean) / n};
}

}  // namespace

std::optional<ClusterExcess> cluster_excess(const std::vector<WeightedCost>& inside,
                                            const std::vector<WeightedCost>& outside,
                                            double direction, double least) {
  for (const std::vector<WeightedCost>* part : {&inside, &outside}) {
    for (const WeightedCost& cost : *part) {
      if (!is_enough(cost, least)) return std::nullopt;
    }
  }
  double variance = 0;
  double excess = 0;
  for (std::size_t side = 0; side < 2; ++side) {
    const double sign = side == 0 ? 1 : -1;
    const Cell in = cell_of(inside[side]);
    const Cell out = cell_of(outside[side]);
    excess += sign * (in.mean - out.mean);
    variance += in.variance + out.variance;
  }
  if (!(variance > 0)) return std::nullopt;
  ClusterExcess result{.gap_inside = inside[0].mean - inside[1].mean,
                       .gap_outside = outside[0].mean - outside[1].mean};
  result.z = (direction < 0 ? -excess : excess) / std::sqrt(variance);
  result.p_value = math::normal_upper_tail(result.z);
  return result;
}

}  // namespace faultline::methods
