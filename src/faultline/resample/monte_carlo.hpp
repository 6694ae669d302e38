#pragma once
// Monte Carlo tests: an observed score against the scores of replicates drawn under the null,
//   p = (1 + #{null >= observed}) / (1 + R),
// which is valid for every R. A family of tests shares its replicates. With early stopping (Besag
// and Clifford 1991) a test ends at the replicate L that brings its h-th exceedance, with p = h /
// L, which is valid too. Replicates are independent pieces of work and are counted in their order,
// so nothing depends on threads.

#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <stop_token>
#include <utility>
#include <vector>

#include "faultline/parallel/progress.hpp"

namespace faultline::resample {

struct MonteCarloOptions {
  std::int64_t replicates = 999;    // 0 switches the test off
  int threads = 0;                  // 0: all
  std::optional<int> early_stop{};  // h, at least 1
  double confidence = 0.95;         // of the interval for the Monte Carlo error

  bool operator==(const MonteCarloOptions&) const = default;
};

/// Throws ConfigError naming the option, its value and what is allowed.
void validate(const MonteCarloOptions& options);

struct MonteCarloTest {
  double observed = 0;
  std::optional<double> p_value{};  // none: switched off, nothing finished, or degenerate
  std::pair<double, double> interval{
      0, 1};                     // Clopper-Pearson, for the p-value of infinitely many replicates
  std::int64_t replicates = 0;   // that entered the p-value
  std::int64_t exceedances = 0;  // among these; null scores equal to the observed one count
  bool degenerate =
      false;  // all null scores are the same and below: they say nothing about the observed score
  bool stopped_early = false;
};

struct MonteCarloResult {
  std::vector<MonteCarloTest> tests{};
  std::vector<std::vector<double>> null_scores{};  // [test][finished replicate in order]
  std::int64_t finished = 0;
  bool partial = false;  // stop was requested before the test was complete
};

/// Writes the scores of all tests of the family in replicate number `replicate` (from 1). Called
/// from several threads at once; must depend on nothing but `replicate`.
using Replicate = std::function<void(std::uint32_t replicate, std::span<double> scores)>;

/// True when null >= observed, where scores that differ by less than 1e-9 of the larger count as
/// equal: summation order must not decide a tie, and a tie counts against significance.
[[nodiscard]] bool reaches(double null, double observed);

/// A test whose null scores are all the same and below the observed one gets `degenerate` and no
/// p-value, as soon as there are two of them: p would be 1 / (1 + R) for any observed score above,
/// however small. Null scores that reach the observed one, all the same or not, give p as ever (1
/// where nothing was found and nothing ever is). On a stop request the
/// replicates finished so far, 1 .. m, are used. Throws NumericError when a score is not a number,
/// and whatever `replicate` throws.
[[nodiscard]] MonteCarloResult monte_carlo(std::span<const double> observed,
                                           const Replicate& replicate,
                                           const MonteCarloOptions& options,
                                           const parallel::ProgressFunction& progress = {},
                                           const std::stop_token& stop = {});

}  // namespace faultline::resample
