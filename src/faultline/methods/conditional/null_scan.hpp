#pragma once
// One null replicate of a class: membership drawn anew, both models refitted, every scan searched.

#include <cstdint>
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
  std::vector<double> best{};  // [scan]
  bool converged = true;       // all models
  bool computable = true;      // all scans; one that is not counts as 0
};

/// After the scanner was given a null membership: the best score of one scan.
void score_null(const ClassProblem& problem, std::size_t scan, std::uint32_t replicate,
                NullScanner& null, NullScores& scores);

/// Under the null membership number `replicate` of the scans that are wanted. Ranks draw numbers of
/// their own.
[[nodiscard]] NullScores null_scores(const ClassProblem& problem, std::uint32_t replicate,
                                     const std::vector<bool>& wanted, NullScanner& null,
                                     int rank = 1);

}  // namespace faultline::methods
