#pragma once
// Draws against their law by Pearson's chi-squared test. With a fixed seed a test either always
// passes or always fails; kFalseAlarm is the chance that a correct sampler was given an unlucky
// seed, over all the tests of one program.

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <vector>

#include "faultline/math/chi_squared.hpp"

namespace faultline::testing {

constexpr double kFalseAlarm = 1e-6;

struct Cell {
  double expected = 0;
  double observed = 0;
};

/// p-value of Pearson's statistic after pooling neighbours until each pool expects at least
/// `least`.
[[nodiscard]] inline double pearson_p_value(const std::vector<Cell>& cells, double least) {
  std::vector<Cell> pools{{}};
  for (const Cell& cell : cells) {
    if (pools.back().expected >= least) pools.push_back({});
    pools.back().expected += cell.expected;
    pools.back().observed += cell.observed;
  }
  if (pools.size() > 1 && pools.back().expected < least) {
    const Cell rest = pools.back();
    pools.pop_back();
    pools.back().expected += rest.expected;
    pools.back().observed += rest.observed;
  }
  if (pools.size() == 1) return 1;
  double statistic = 0;
  for (const Cell& pool : pools) {
    const double difference = pool.observed - pool.expected;
    statistic += difference * difference / pool.expected;
  }
  return math::chi_squared_upper_tail(statistic, static_cast<double>(pools.size() - 1));
}

/// p-value of `draws` calls of draw() against the probabilities law(k), k in [low, high], which
/// hold all but 1e-12 of the law; 0 when something is drawn outside of [low, high]. Twice the
/// smaller of two p-values: fine pools see single values, some sixty coarse ones see a wrong shape
/// that would drown in the noise of thousands of pools.
template <typename Law, typename Draw>
[[nodiscard]] double goodness_of_fit(std::int64_t draws, std::int64_t low, std::int64_t high,
                                     const Law& law, const Draw& draw) {
  std::vector<Cell> cells;
  for (std::int64_t k = low; k <= high; ++k) {
    cells.push_back({static_cast<double>(draws) * law(k), 0});
  }
  for (std::int64_t i = 0; i < draws; ++i) {
    const std::int64_t value = draw();
    if (value < low || value > high) return 0;
    ++cells[static_cast<std::size_t>(value - low)].observed;
  }
  const double fine = pearson_p_value(cells, 20);
  const double coarse = pearson_p_value(cells, std::max(20.0, static_cast<double>(draws) / 60));
  return std::min(1.0, 2 * std::min(fine, coarse));
}

inline double log_choose(double n, double k) {
  return std::lgamma(n + 1) - std::lgamma(k + 1) - std::lgamma(n - k + 1);
}

inline double binomial_probability(std::int64_t n, double p, std::int64_t k) {
  const auto trials = static_cast<double>(n);
  const auto successes = static_cast<double>(k);
  return std::exp(log_choose(trials, successes) + successes * std::log(p) +
                  (trials - successes) * std::log1p(-p));
}

inline double hypergeometric_probability(std::int64_t marked, std::int64_t unmarked,
                                         std::int64_t draws, std::int64_t k) {
  if (k < 0 || k > marked || k > draws || draws - k > unmarked) return 0;
  const auto in = static_cast<double>(marked);
  const auto out = static_cast<double>(unmarked);
  const auto taken = static_cast<double>(draws);
  const auto hits = static_cast<double>(k);
  return std::exp(log_choose(in, hits) + log_choose(out, taken - hits) -
                  log_choose(in + out, taken));
}

}  // namespace faultline::testing
