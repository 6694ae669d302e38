#pragma once
// What IJDI-Scan found at one lambda, as findings: who, how many were flagged inside and outside,
// what the base rates justify, and whether an error of the probabilities could justify it as well.

#include <vector>

#include "faultline/methods/ijdi/algorithm.hpp"
#include "faultline/methods/ijdi/ijdi.hpp"

namespace faultline::methods {

/// One error rate at one lambda: what was found, and the scores that enter the test.
struct IjdiObservation {
  std::vector<Finding> findings{};
  std::vector<double> statistics{};
};

[[nodiscard]] IjdiObservation observe(const ErrorProblem& problem, double lambda,
                                      const IjdiOptions& options, const Hooks& hooks);

/// A warning where the outcomes do not exclude an error of the probabilities that would justify the
/// finding, which has evidence at a lambda above 0. Where the probability was fitted, its random
/// error is in the test already, and only what the outcomes show to be wrong counts.
void doubt_probabilities(const IjdiInput& input, Finding& finding);

}  // namespace faultline::methods
