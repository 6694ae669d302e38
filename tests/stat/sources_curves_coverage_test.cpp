// Coverage of the resampled intervals of learning curves: planted laws, repetitions with a shared
// effect of their test part and noise that falls with the training size.

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <limits>

#include <gtest/gtest.h>

#include "faultline/methods/sources/curve_fits.hpp"
#include "faultline/methods/sources/curve_report.hpp"
#include "faultline/rng/draw.hpp"

namespace faultline::methods {
namespace {

const std::array<PowerLaw, 2> kTruth = {PowerLaw{.alpha = 3, .beta = 0.5, .delta = 0.30},
                                        PowerLaw{.alpha = 5, .beta = 0.5, .delta = 0.35}};

CurveCosts simulate(std::uint32_t data_set, std::int64_t repetitions) {
  rng::Stream stream(20, rng::Purpose::test, data_set);
  CurveCosts costs;
  costs.sizes = {400, 800, 1600, 3200, 6400, 12800, 25600};
  costs.metrics = {CostMetric::fnr};
  costs.groups = 2;
  costs.repetitions = repetitions;
  for (std::int64_t r = 0; r < repetitions; ++r) {
    const std::array<double, 2> of_test = {0.01 * rng::normal(stream), 0.01 * rng::normal(stream)};
    for (const std::int64_t n : costs.sizes) {
      for (std::size_t g = 0; g < 2; ++g) {
        const double spread = 0.5 / std::sqrt(static_cast<double>(n));
        costs.values.push_back(kTruth[g].at(static_cast<double>(n)) + of_test[g] +
                               spread * rng::normal(stream));
        costs.trained.push_back(n / 2);
      }
    }
  }
  return costs;
}

constexpr int kDataSets = 400;
constexpr double kLevel = 0.06;  // .05 + 2 n^-1/2 = .06 at n = 40,000

/// How often intervals hold the truth, of 400 data sets.
struct Covered {
  std::array<int, 4> curve{};  // at 2, 5, 10 times, limit: of the first group
  std::array<int, 4> gap{};    // of the difference
  int size = 0;                // people that the level needs

  [[nodiscard]] int least() const {
    return std::min({*std::min_element(curve.begin(), curve.end()),
                     *std::min_element(gap.begin(), gap.end()), size});
  }
  [[nodiscard]] int most() const {
    return std::max({*std::max_element(curve.begin(), curve.end()),
                     *std::max_element(gap.begin(), gap.end()), size});
  }
};

Covered coverage(std::int64_t repetitions) {
  SourcesInput input;
  input.groups = {"a", "b"};
  Covered covered;
  for (std::uint32_t d = 0; d < kDataSets; ++d) {
    const CurveCosts costs = simulate(d, repetitions);
    const CurveFits fits(costs, std::vector<double>(costs.sizes.begin(), costs.sizes.end()), d + 1,
                         0, 0);
    SourcesReport report;
    add_curves(fits, -1, input, {.gap = kLevel}, report);
    const auto within = [](const SourcesReport::Extrapolation& at, double truth) {
      return at.interval && at.interval->first <= truth && truth <= at.interval->second ? 1 : 0;
    };
    for (std::size_t f = 0; f < 4; ++f) {
      const auto& own = report.learning_curves[0].extrapolation[f];
      const auto& gap = report.gap_curves[0].extrapolation[f];
      const double n = own.n.value_or(std::numeric_limits<double>::infinity());
      covered.curve[f] += within(own, kTruth[0].at(n));
      covered.gap[f] += within(gap, kTruth[0].at(n) - kTruth[1].at(n));
    }
    const auto& size = report.gap_curves[0].n_for_gap_interval;
    if (size && size->first <= 40'000 && 40'000 <= size->second) ++covered.size;
  }
  return covered;
}

// The measured range is printed: the page of the method quotes it.
TEST(SourcesCurvesCoverage, ManyRepetitions) {
  const Covered covered = coverage(30);
  std::printf("30 repetitions: %d to %d of %d\n", covered.least(), covered.most(), kDataSets);
  // Nine counts of 400: if every true coverage is at least .92, one of them is below 336 in fewer
  // than one of a million runs, and if it is at most .965, none is 400. Percentiles of 30
  // repetitions are known to cover a little less than the nominal .95.
  EXPECT_GE(covered.least(), 336);
  EXPECT_LT(covered.most(), kDataSets);
}

TEST(SourcesCurvesCoverage, TenRepetitions) {
  const Covered covered = coverage(10);
  std::printf("10 repetitions: %d to %d of %d\n", covered.least(), covered.most(), kDataSets);
  // Nine counts whose true coverages are at least .88: below 314 in fewer than one of a million.
  EXPECT_GE(covered.least(), 314);
}

TEST(SourcesCurvesCoverage, ThreeRepetitions) {
  const Covered covered = coverage(3);
  std::printf("3 repetitions: %d to %d of %d\n", covered.least(), covered.most(), kDataSets);
  // Too few for intervals that hold what they say, as the page warns: far below nominal, not
  // absurd.
  EXPECT_LT(covered.least(), 370);
  EXPECT_GE(covered.least(), 200);
}

}  // namespace
}  // namespace faultline::methods
