#pragma once
// What a disparity costs, from answers. With x = |z1 - z2| and y = z3 - (z1 + z2) / 2 an answer
// prices it at 4 y / x errors, and several answers by least squares through the origin,
//   ratio = 4 sum x y / sum x^2.
// Its interval is the jackknife's with Student's t: leave out one answer after the other where one
// person answered, one person after the other where several did. It assumes that answers (people)
// scatter independently around one ratio; neither that they scatter alike nor how. An answer of
// whole people is at least as uncertain as its rounding. What an answer at the mean or at 100 hides
// (a person who wanted to go further) it does not know.

#include <span>

#include "faultline/methods/result.hpp"

namespace faultline::methods {

[[nodiscard]] inline bool is_dominated(double z1, double z2, double z3) {
  return z3 < (z1 + z2) / 2;
}

/// 4 y / x; below 0 for a dominated answer. z1 and z2 must differ.
[[nodiscard]] double answer_ratio(double z1, double z2, double z3);

/// Confidence of every interval of elicited ratios and lambdas.
inline constexpr double kElicitConfidence = 0.95;
/// Answers of one person, or people, from which on there is an interval: two leave Student's t with
/// one degree of freedom, an interval that says nothing.
inline constexpr int kFewestUnits = 3;

/// Least-squares ratio, spread and interval of the answers that are not dominated; lambdas stay
/// empty. Without any such answer the estimate is NaN; with one there is no spread.
[[nodiscard]] ElicitReport::Ratio fit_ratio(std::span<const ElicitReport::Answer> answers);

/// Shares of the estimate, which sum to 1; dominated answers get 0.
void set_weights(std::span<ElicitReport::Answer> answers);

}  // namespace faultline::methods
