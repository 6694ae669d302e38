#include "faultline/methods/metrics/ranking.hpp"

#include <cmath>

#include "faultline/math/roots.hpp"
#include "faultline/math/sum.hpp"
#include "faultline/methods/metrics/reasons.hpp"

namespace faultline::methods {
namespace {

/// Newcombe's lower limit; the upper one is that of the opposite ranking.
double lower_limit(double auc, double positives, double negatives, double z) {
  if (auc <= 0) return 0;
  const double pairs = positives * negatives;
  const double more = (positives + negatives) / 2 - 1;
  const auto beyond = [&](double theta) {
    const double variance = theta * (1 - theta) *
                            (1 + more * (1 - theta) / (2 - theta) + more * theta / (1 + theta)) /
                            pairs;
    return auc - theta - z * std::sqrt(variance);
  };
  // At a perfect ranking the variance is 0 itself: look just below it.
  constexpr double kBelowOne = 1 - 1e-9;
  return math::monotone_root(beyond, 0, std::fmin(auc, kBelowOne),
                             {.relative_tolerance = 1e-12, .absolute_tolerance = 1e-15});
}

}  // namespace

Measure ranking(std::span<const ScoreCell> cells) {
  std::int64_t positives = 0;
  std::int64_t negatives = 0;
  for (const ScoreCell& cell : cells) {
    positives += cell.positives;
    negatives += cell.negatives;
  }
  if (positives == 0) return undefined_measure(kNoPositives);
  if (negatives == 0) return undefined_measure(kNoNegatives);
  const auto p = static_cast<double>(positives);
  const auto n = static_cast<double>(negatives);
  // Twice the pairs that are ranked rightly, ties once.
  std::int64_t below = 0;
  math::CompensatedSum right;
  for (const ScoreCell& cell : cells) {
    right.add(static_cast<double>(cell.positives) *
              static_cast<double>(2 * below + cell.negatives));
    below += cell.negatives;
  }
  Measure measure{.kind = Measure::Kind::ranking,
                  .estimate = right.value() / 2 / p / n,
                  .n = positives,
                  .other_n = negatives};
  if (cells.size() < 2) {
    measure.why = "everybody in the group has the same prediction, which ranks nobody";
    return measure;
  }
  if (positives < 2 || negatives < 2) return measure;
  math::CompensatedSum among_positives;
  math::CompensatedSum among_negatives;
  below = 0;
  std::int64_t above = positives;
  for (const ScoreCell& cell : cells) {
    above -= cell.positives;
    const double beaten = static_cast<double>(2 * below + cell.negatives) / 2 / n;
    const double beating = static_cast<double>(2 * above + cell.positives) / 2 / p;
    const auto squared = [&](double share) {
      return (share - measure.estimate) * (share - measure.estimate);
    };
    among_positives.add(static_cast<double>(cell.positives) * squared(beaten));
    among_negatives.add(static_cast<double>(cell.negatives) * squared(beating));
    below += cell.negatives;
  }
  measure.se =
      std::sqrt(among_positives.value() / (p - 1) / p + among_negatives.value() / (n - 1) / n);
  return measure;
}

Interval ranking_interval(const Measure& measure, double confidence) {
  const double z = -measure.tail_quantile((1 - confidence) / 2);
  const double auc = measure.estimate;
  const bool enough = measure.n >= kFewestForRanks && measure.other_n >= kFewestForRanks;
  if (enough && measure.se > 0 && auc > 0 && auc < 1) {
    const double log_odds = std::log(auc) - std::log1p(-auc);
    const double half = z * measure.se / (auc * (1 - auc));
    const auto back = [](double x) { return 1 / (1 + std::exp(-x)); };
    return std::pair{back(log_odds - half), back(log_odds + half)};
  }
  const auto p = static_cast<double>(measure.n);
  const auto n = static_cast<double>(measure.other_n);
  return std::pair{lower_limit(auc, p, n, z), 1 - lower_limit(1 - auc, p, n, z)};
}

}  // namespace faultline::methods
