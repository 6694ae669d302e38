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

#include <optional>

#include "faultline/methods/sources/losses.hpp"

namespace faultline::methods {

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

/// A person with the outcome that was observed, predicted after several training sets that left him
/// or her out.
struct ObservedPerson {
  double outcome = 0;
  double optimal = 0;      // estimate of E[Y | x, a]; above 0.5 the optimal decision is 1
  double predictions = 0;  // how many
  double flagged = 0;      // share of them that are 1
  double mean = 0;         // of the predicted scores
  double variance = 0;     // of the predicted scores, divided by predictions - 1
};

/// Of one person. For the zero-one losses cost = noise + bias + variance; for the squared loss the
/// difference is the cross term 2 (mean - E[Y]) (E[Y] - y), which is 0 on average over outcomes.
/// There the bias is (mean - E[Y])^2 less variance / predictions, by which the mean of few
/// predictions inflates it; so it may be negative.
struct PersonTerms {
  double cost = 0;
  double noise = 0;
  double bias = 0;
  double variance = 0;
  double missed = 0;  // [y != y*]; of the squared loss the noise
};

/// None when the metric does not look at people with this outcome. Throws InternalError for the
/// generalised zero-one loss, which has no such decomposition.
[[nodiscard]] std::optional<PersonTerms> terms_of(CostMetric metric, const ObservedPerson& person);

/// Adds up people of one group. For FPR and FNR a person counts with the probability of his or her
/// outcome, P(Y = y | x, a), or as observed when `positive` is 0 or 1.
class DecompositionSum {
 public:
  explicit DecompositionSum(CostMetric metric) : metric_(metric) {}
  void add(const PersonPredictions& person, double weight);
  void add(const PersonTerms& terms, double weight);
  /// Zeros when nobody was added.
  [[nodiscard]] Decomposition finish() const;

 private:
  CostMetric metric_;
  Decomposition sum_{};
};

}  // namespace faultline::methods
