#include "faultline/methods/metrics/score_measures.hpp"

#include <cmath>
#include <limits>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "faultline/math/sum.hpp"
#include "faultline/methods/metrics/recalibration.hpp"

namespace faultline::methods {
namespace {

/// Collects a quantity that each person has, and gives its mean.
class MeanOf {
 public:
  void add(double value, std::int64_t people) {
    if (people == 0) return;
    n_ += people;
    sum_.add(value * static_cast<double>(people));
    squares_.add(value * value * static_cast<double>(people));
  }

  [[nodiscard]] Measure measure(double least, double most) const {
    if (n_ == 0) return undefined_measure("nobody is in the group");
    const auto n = static_cast<double>(n_);
    Measure made{.kind = Measure::Kind::mean,
                 .estimate = sum_.value() / n,
                 .n = n_,
                 .least = least,
                 .most = most};
    if (n_ < kFewestForMean) {
      made.why =
          fmt::format("fewer than {} people are too few for an interval of a mean", kFewestForMean);
      return made;
    }
    // Of rounding, nothing is left of a spread below this.
    constexpr double kRounding = 1e-14;
    const double spread = squares_.value() - sum_.value() * made.estimate;
    if (spread <= kRounding * squares_.value()) {
      made.why = "everybody in the group has the same value, which leaves no spread to go by";
      return made;
    }
    made.se = std::sqrt(spread / (n - 1) / n);
    return made;
  }

 private:
  std::int64_t n_ = 0;
  math::CompensatedSum sum_{};
  math::CompensatedSum squares_{};
};

}  // namespace

Measure mean_score(std::span<const ScoreCell> cells, bool any) {
  MeanOf mean;
  for (const ScoreCell& cell : cells) mean.add(cell.score, cell.negatives + cell.positives);
  constexpr double kInfinite = std::numeric_limits<double>::infinity();
  return any ? mean.measure(-kInfinite, kInfinite) : mean.measure(0, 1);
}

Measure brier(std::span<const ScoreCell> cells) {
  MeanOf mean;
  for (const ScoreCell& cell : cells) {
    mean.add(cell.score * cell.score, cell.negatives);
    mean.add((1 - cell.score) * (1 - cell.score), cell.positives);
  }
  return mean.measure(0, 1);
}

Measure log_loss(std::span<const ScoreCell> cells) {
  MeanOf mean;
  for (const ScoreCell& cell : cells) {
    if ((cell.score == 0 && cell.positives > 0) || (cell.score == 1 && cell.negatives > 0))
      return undefined_measure("a prediction of 0 or 1 was wrong, which makes the loss infinite");
    if (cell.negatives > 0) mean.add(-std::log1p(-cell.score), cell.negatives);
    if (cell.positives > 0) mean.add(-std::log(cell.score), cell.positives);
  }
  return mean.measure(0, std::numeric_limits<double>::infinity());
}

Measure calibration_gap(std::span<const ScoreCell> cells) {
  MeanOf mean;
  for (const ScoreCell& cell : cells) {
    mean.add(cell.score, cell.negatives);
    mean.add(cell.score - 1, cell.positives);
  }
  return mean.measure(-1, 1);
}

Measure calibration_slope(std::span<const ScoreCell> cells) {
  if (std::string why = why_no_slope(cells); !why.empty()) return undefined_measure(std::move(why));
  std::vector<RecalibrationRow> rows;
  rows.reserve(cells.size());
  std::int64_t people = 0;
  for (const ScoreCell& cell : cells) {
    people += cell.positives + cell.negatives;
    rows.push_back({.x = log_odds_of(cell.score),
                    .n = static_cast<double>(cell.negatives + cell.positives),
                    .y = static_cast<double>(cell.positives)});
  }
  const Recalibration fit = recalibrate(rows);
  if (!fit.converged) return undefined_measure(kNoConvergence);
  return {.kind = Measure::Kind::slope, .estimate = fit.b, .n = people, .se = fit.se};
}

}  // namespace faultline::methods
