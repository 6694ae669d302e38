#pragma once
// The logistic recalibration of scores, logit P(Y = 1) = a + b logit(score) (Cox 1958), by Newton's
// method (model/linear/newton.hpp).

#include <span>
#include <string>
#include <vector>

#include "faultline/methods/metrics/tally.hpp"

namespace faultline::methods {

inline constexpr const char* kNoConvergence =
    "the regression of outcomes on predictions did not converge";

/// People with one score, or their weights.
struct RecalibrationRow {
  double x = 0;  // log-odds of the score
  double n = 0;
  double y = 0;  // of them with the outcome
};

struct Recalibration {
  double a = 0;
  double b = 1;
  double se = 0;  // of b, when rows are independent people
  /// Of b, by the sums of residuals and of residuals times x: a row of the inverse information.
  double per_a = 0;
  double per_b = 0;
  bool converged = false;
};

/// Not defined for predictions of 0 or 1, a constant, few people, or predictions that tell the
/// outcomes apart without error; empty where it is.
[[nodiscard]] std::string why_no_slope(std::span<const ScoreCell> cells);

[[nodiscard]] double log_odds_of(double score);

/// Rows ascend in x.
[[nodiscard]] Recalibration recalibrate(const std::vector<RecalibrationRow>& rows);

}  // namespace faultline::methods
