#pragma once
// Bias, variance and noise of a learner at people (x, a), from its predictions after training on
// many training sets. With y* the optimal prediction and ym the main one (the majority for the
// zero-one loss, ties to 0; the mean for the squared loss):
//   zero-one  B = [ym != y*],  V = c_v P(prediction != ym),  c_v = +1 if ym = y* else -1,
//             N = c_n P(Y != y*),  c_n = 2 P(prediction = y*) - 1
//   squared   B = (ym - E[Y])^2,  V = variance of the prediction,  N = variance of Y
// and B + V + N is the expected loss of the person. FPR and FNR average the zero-one loss over
// people with Y = 0 or Y = 1. The noise of the zero-one losses carries c_n: it depends on the
// learner, may be negative and is not the Bayes risk, which stands beside it.

#include <cstdint>
#include <span>
#include <vector>

#include "faultline/audit/sources/losses.hpp"

namespace faultline::audit {

struct Decomposition {
  double cost = 0;
  double noise = 0;
  double bias = 0;
  double variance = 0;
  double bayes_risk = 0;  // P(Y != y*) averaged likewise; of the squared loss the noise itself
  double weight = 0;      // of the people it averages over
};

/// What is known or estimated of one person.
struct PersonPredictions {
  double positive = 0;        // P(Y = 1 | x, a); E[Y] for the squared loss of numbers
  double noise_variance = 0;  // Var(Y | x, a); p (1 - p) of a binary outcome
  double flagged = 0;         // share of training sets after which the prediction is 1
  double mean = 0;            // of the predicted scores over training sets
  double variance = 0;        // of the predicted scores
};

/// Adds up people of one group. For FPR and FNR a person counts with the probability of his or her
/// outcome, P(Y = y | x, a), or as observed when `positive` is 0 or 1.
class DecompositionSum {
 public:
  explicit DecompositionSum(CostMetric metric) : metric_(metric) {}
  void add(const PersonPredictions& person, double weight);
  /// Zeros when nobody was added.
  [[nodiscard]] Decomposition finish() const;

 private:
  CostMetric metric_;
  Decomposition sum_{};
};

}  // namespace faultline::audit
