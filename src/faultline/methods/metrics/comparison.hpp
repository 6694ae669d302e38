#pragma once
// How a rate of one group differs from that of another, both independent: difference and ratio with
// intervals (math/two_sample_interval.hpp), and a test of no difference. Shares are tested by
// Fisher, exactly. Means of losses and of predictions are tested by Welch from kFewestToTest people
// in each on, AUC by its normal limit from kFewestRanksToTest people with and without the outcome
// in each on: skewed losses and few ranks would make evidence of chance. Base rates are facts of
// the data and no doing of a model; F1 and balanced accuracy are made of rates that are tested; a
// slope is not tested either, nor a root mean square, which few large errors decide.
//
// Shares of weighted or clustered people are tested with Student's t: the difference over its
// standard error with one share p for both, p (1 - p) (1 / a + 1 / b), a and b the effective people
// (Rao and Scott 1981), times (va + vb - 2 cov) / (va + vb) where the same clusters have people in
// both groups. Degrees of freedom are the smaller of both (survey_measures.hpp).

#include <cstdint>
#include <optional>
#include <span>

#include "faultline/methods/metrics/measure.hpp"

namespace faultline::methods {

// From here on skewed and heavy-tailed errors leave Welch's test at its level (measured:
// docs/results/verdicts.md). Of ranks, none of which can lie far from the others, fewer do.
inline constexpr std::int64_t kFewestToTest = 200;
inline constexpr std::int64_t kFewestRanksToTest = 50;

/// The rate whose test is the same: that of tpr is that of fnr, and so on. None: never tested.
[[nodiscard]] std::optional<RateName> tested_as(RateName rate);

struct RateTestResult {
  RateTest test = RateTest::fisher;
  double p_value = 1;
};
/// None where tested_as is none, or people are too few. `correlation` is that of both estimates.
[[nodiscard]] std::optional<RateTestResult> test_difference(RateName rate, const Measure& a,
                                                            const Measure& b,
                                                            double correlation = 0);

/// Difference, ratio, intervals and test; whoever asked names the groups and adjusts.
[[nodiscard]] MetricsReport::Comparison compare(RateName rate, const Measure& a, const Measure& b,
                                                double confidence, double correlation = 0);

/// Of two estimates whose people share clusters; 0 where they share none.
[[nodiscard]] double correlation_of(const Measure& a, std::span<const Unit> units_a,
                                    const Measure& b, std::span<const Unit> units_b);

}  // namespace faultline::methods
