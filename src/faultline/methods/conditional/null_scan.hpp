#pragma once
// One null replicate of a class: membership drawn anew, both models refitted, every scan searched.

#include <cstdint>
#include <limits>
#include <vector>

#include "faultline/methods/conditional/class_scanner.hpp"
#include "faultline/methods/conditional/redraw.hpp"

namespace faultline::methods {

/// Of one thread.
struct NullScanner {
  explicit NullScanner(const ClassProblem& problem) : scanner(problem), redraw(problem) {}
  ClassScanner scanner;
  Redraw redraw;
};

/// What a redraw gave: the best score of every scan that was asked for, and what went wrong.
struct NullScores {
  std::vector<double> best{};  // [scan]; kNotComputed: its expectation could not be learned
  bool converged = true;       // all models
};
inline constexpr double kNotComputed = std::numeric_limits<double>::infinity();

/// A scan that could not be computed tells nothing, and may not make evidence: it counts as one
/// that scored what the data did.
[[nodiscard]] inline double counted_score(double best, double observed) {
  return best == kNotComputed ? observed : best;
}

/// After the scanner was given a null membership: the best score of one scan.
void score_null(const ClassProblem& problem, std::size_t scan, std::uint32_t replicate,
                NullScanner& null, NullScores& scores);

/// Under the null membership number `replicate` of the scans that are wanted. Ranks draw numbers of
/// their own.
[[nodiscard]] NullScores null_scores(const ClassProblem& problem, std::uint32_t replicate,
                                     const std::vector<bool>& wanted, NullScanner& null,
                                     int rank = 1);

}  // namespace faultline::methods
