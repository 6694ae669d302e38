#pragma once
// One rate of one group as it was counted: enough to give its interval at any confidence, and to
// compare it with the same rate of another group.

#include <array>
#include <cstdint>
#include <limits>
#include <string>
#include <utility>
#include <vector>

#include "faultline/methods/metrics/tally.hpp"
#include "faultline/methods/result.hpp"

namespace faultline::methods {

/// A mean is said with an interval from so many people on: with fewer, a mean of skewed losses
/// covers less than Student's t says.
inline constexpr std::int64_t kFewestForMean = 20;
/// DeLong's variance, and a calibration slope, need so many people with and as many without the
/// outcome.
inline constexpr std::int64_t kFewestForRanks = 10;
/// Errors of numbers may be skewed without bound, and their squares more so. From so many people on
/// intervals of their mean, and of a root mean square, were seen to hold
/// (docs/results/verdicts.md).
inline constexpr std::int64_t kFewestForNumbers = 200;
inline constexpr std::int64_t kFewestForRoot = 1000;

/// What a cluster adds to an estimate: the estimate's error is about the sum over clusters.
struct Influence {
  double cluster = 0;
  double value = 0;
};

struct Measure {
  enum class Kind {
    absent,     // the data have no such columns
    undefined,  // nobody that the rate is about: `why`
    share,      // successes of n
    balanced,   // mean of successes of n and other_successes of other_n
    harmonic,   // F1: successes are the true positives among n true positives and errors
    mean,       // with its standard error
    slope,      // of a regression, with its standard error
    ranking,    // AUC: n with and other_n without the outcome, with its standard error
    survey,     // in [0, 1], of weighted or clustered people: `effective` and `freedom`
    root,       // of a mean square: `se` is that of its logarithm
  };
  Kind kind = Kind::absent;
  double estimate = 0;
  std::int64_t n = 0;
  std::int64_t successes = 0;
  std::int64_t other_n = 0;
  std::int64_t other_successes = 0;
  double se = 0;
  double freedom = 0;                  // degrees of freedom of se; 0: n - 1
  double effective = 0;                // survey: independent people who would tell as much
  Totals gradient{};                   // with moments: of the estimate, by the totals
  std::vector<Influence> influence{};  // by cluster, of what is no function of totals
  double least = -std::numeric_limits<double>::infinity();  // of a mean
  double most = std::numeric_limits<double>::infinity();
  std::string why{};  // there is no estimate, or no interval

  [[nodiscard]] double degrees_of_freedom() const {
    return freedom > 0 ? freedom : static_cast<double>(n) - 1;
  }
  /// Of Student's t where degrees of freedom are known, of the normal distribution otherwise.
  [[nodiscard]] double tail_quantile(double tail) const;
  [[nodiscard]] bool is_defined() const { return kind != Kind::absent && kind != Kind::undefined; }
  [[nodiscard]] bool has_interval() const { return is_defined() && why.empty(); }
  /// Number of people that it rests on.
  [[nodiscard]] std::int64_t people() const { return n + other_n; }
};

/// Of a rate that nobody in the group is about, or that has no value.
[[nodiscard]] inline Measure undefined_measure(std::string why) {
  return {.kind = Measure::Kind::undefined, .why = std::move(why)};
}

using Measures = std::array<Measure, kRateNames.size()>;

[[nodiscard]] inline const Measure& measure_of(const Measures& measures, RateName name) {
  return measures[static_cast<std::size_t>(name)];
}

/// Every rate that the roles of the data allow.
[[nodiscard]] Measures measure_group(const Tally& tally, const Tallies& roles);

/// None without has_interval().
[[nodiscard]] Interval interval_of(const Measure& measure, double confidence);

}  // namespace faultline::methods
