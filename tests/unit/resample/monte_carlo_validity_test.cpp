// Whatever the null, P(p <= a) <= a; and for a continuous null and matching a it is a exactly.
// Fixed seed; each comparison is at 5.5 standard deviations of a proportion, false-alarm rate 4e-8,
// 1e-6 over the file.

#include <algorithm>
#include <cmath>
#include <functional>
#include <vector>

#include <gtest/gtest.h>

#include "faultline/resample/monte_carlo.hpp"
#include "faultline/rng/draw.hpp"

namespace faultline::resample {
namespace {

constexpr int kExperiments = 20'000;

double continuous(rng::Stream& stream) { return rng::uniform(stream); }
// Like the score of a scan that often finds nothing.
double with_atom(rng::Stream& stream) { return std::max(0.0, rng::normal(stream)); }
double coarse(rng::Stream& stream) { return static_cast<double>(rng::below(stream, 4)); }

// p-values of experiments in which the observed score comes from the null itself; 2 stands for
// "none".
std::vector<double> p_values(const std::function<double(rng::Stream&)>& score,
                             const MonteCarloOptions& options) {
  std::vector<double> result;
  for (std::uint32_t experiment = 0; experiment < kExperiments; ++experiment) {
    rng::Stream data(31, rng::Purpose::test, 0, experiment);
    const std::vector<double> observed{score(data)};
    const auto run = monte_carlo(
        observed,
        [&](std::uint32_t replicate, std::span<double> scores) {
          rng::Stream stream(31, rng::Purpose::test, replicate, experiment);
          scores[0] = score(stream);
        },
        options);
    result.push_back(run.tests[0].p_value.value_or(2));
  }
  return result;
}

double share_at_most(const std::vector<double>& p, double a) {
  return static_cast<double>(
             std::count_if(p.begin(), p.end(), [&](double x) { return x <= a + 1e-12; })) /
         kExperiments;
}

double margin(double a) { return 5.5 * std::sqrt(a * (1 - a) / kExperiments); }

TEST(MonteCarloValidity, LevelIsExactForAContinuousScore) {
  const auto p = p_values(continuous, {.replicates = 19, .threads = 1});
  for (const double a : {0.05, 0.1, 0.25, 0.5, 0.9}) {
    EXPECT_NEAR(share_at_most(p, a), a, margin(a)) << a;
  }
}

TEST(MonteCarloValidity, TiesOnlyMakeItConservative) {
  for (const auto& score : {with_atom, coarse}) {
    const auto p = p_values(score, {.replicates = 19, .threads = 1});
    for (const double a : {0.05, 0.1, 0.25, 0.5}) {
      EXPECT_LE(share_at_most(p, a), a + margin(a)) << a;
    }
  }
}

TEST(MonteCarloValidity, EarlyStoppingKeepsTheLevel) {
  for (const auto& score : {continuous, with_atom, coarse}) {
    const auto p = p_values(score, {.replicates = 39, .threads = 1, .early_stop = 5});
    for (const double a : {0.05, 0.1, 0.125, 0.25, 0.5}) {
      EXPECT_LE(share_at_most(p, a), a + margin(a)) << a;
    }
  }
}

TEST(MonteCarloValidity, EarlyStoppingIsExactWhereItsPValuesLie) {
  // P(p <= h / l) = h / l for a continuous score: the observed one is among the h largest of l.
  const auto p = p_values(continuous, {.replicates = 39, .threads = 1, .early_stop = 5});
  for (const double a : {0.05, 0.1, 5.0 / 39, 5.0 / 20, 5.0 / 8}) {
    EXPECT_NEAR(share_at_most(p, a), a, margin(a)) << a;
  }
}

}  // namespace
}  // namespace faultline::resample
