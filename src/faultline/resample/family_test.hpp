#pragma once
// Monte Carlo tests of a family of hypotheses that share their redraws: scores of the data against
// scores of replicates drawn under the null,
//   p = (1 + #{null >= observed}) / (1 + R),
// which is valid for every R. The p-values are adjusted by step-down max-T (Westfall and Young
// 1993): scores are divided by their spread over a pilot block of redraws, hypotheses are ordered
// by scaled score, and the j-th is compared with the largest null score of itself and those after
// it. The family-wise error is then at most alpha, and the smallest adjusted p-value stays
// 1 / (R + 1), however many hypotheses there are. The spreads are frozen before the test begins, so
// exceedances are independent and the test may stop as soon as every verdict is settled
// (sequential_boundary.hpp). Replicates are counted in their order, so nothing depends on threads.

#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <stop_token>
#include <utility>
#include <vector>

#include "faultline/parallel/progress.hpp"

namespace faultline::resample {

struct FamilyOptions {
  std::int64_t replicates = 9999;  // at most; 0 switches the test off
  int threads = 0;                 // 0: all
  double alpha = 0.05;
  /// Families of the run. Holm's adjustment between them asks for verdicts at alpha / 1 up to
  /// alpha / families.
  int families = 1;
  bool sequential = true;  // stop once the verdicts are settled; else draw all replicates
  /// Compares every hypothesis with the largest null score of all, not only of those after it: for
  /// hypotheses of which a rejected one gives way to another, so that none leaves the family.
  bool single_step = false;
  /// Redraws are known to differ, whatever they score: null scores that are all the same, but not
  /// the observed one, count like any others. Otherwise they may be so because nothing was left to
  /// vary.
  bool redraws_differ = false;

  bool operator==(const FamilyOptions&) const = default;
};

/// Throws OptionError naming the option, its value and what is allowed.
void validate(const FamilyOptions& options);

struct HypothesisTest {
  double observed = 0;
  std::optional<double> p_value{};  // alone; none: switched off, nothing finished, or degenerate
  std::optional<double> p_value_adjusted{};  // for the hypotheses of the family
  std::pair<double, double> interval{0, 1};  // of p_value, 95 %, Monte Carlo error only
  std::int64_t replicates = 0;
  std::int64_t exceedances = 0;  // of the p-value alone
  /// The null scores say nothing about how surprising the observed one is: they are all the same
  /// (and the observed one, where redraws are known to differ).
  bool degenerate = false;
  std::optional<double> risk{};  // stopped early: probability of a wrong verdict
  double null_mean = 0;          // mean null score
};

struct FamilyResult {
  std::vector<HypothesisTest> tests{};
  std::vector<std::vector<double>> null_scores{};  // [test][finished replicate in order]
  std::int64_t finished = 0;
  bool partial = false;  // stop was requested before the test was complete

  // Of the step-down: hypotheses by scaled score, and the spread of each one's null scores.
  std::vector<std::size_t> order{};
  std::vector<double> scale{};
  bool single_step = false;  // as the options said

  /// The score that a test had to exceed at this level, at the step that decided it, on the test's
  /// own scale: observed > critical exactly when it is rejected there. Infinite where there are too
  /// few replicates.
  [[nodiscard]] double critical_score(std::size_t test, double level) const;
};

/// Writes the scores of all hypotheses in replicate number `replicate` (from 1; pilot redraws have
/// numbers above kPilot). Called from several threads at once; must depend on nothing but
/// `replicate`.
using Replicate = std::function<void(std::uint32_t replicate, std::span<double> scores)>;

/// Numbers of pilot redraws begin above this one, so that their random numbers are their own.
inline constexpr std::uint32_t kPilot = 1U << 31U;
/// So many: enough for a spread that is right to some 7 %; scaling need not be better.
inline constexpr std::int64_t kPilotSize = 99;

/// True when null >= observed, where scores that differ by less than 1e-9 of the larger count as
/// equal: summation order must not decide a tie, and a tie counts against significance.
[[nodiscard]] bool reaches(double null, double observed);

/// A hypothesis whose null scores are all the same gets `degenerate` and no p-value, whether the
/// observed score is that same one or not (with `redraws_differ` only where it is). A hypothesis
/// with an observed score of 0 found nothing: its p-value is 1. On a stop request the replicates
/// finished so far, 1 .. m, are used. Throws NumericError when a score is not a number, and
/// whatever `replicate` throws.
[[nodiscard]] FamilyResult family_test(std::span<const double> observed, const Replicate& replicate,
                                       const FamilyOptions& options,
                                       const parallel::ProgressFunction& progress = {},
                                       const std::stop_token& stop = {});

}  // namespace faultline::resample
