#pragma once
// The mixture of given probabilities that predicts labels best: weights a, none negative and with
// sum one, that minimise the log loss
//   f(a) = - sum_i [ ones_i log(q_i) + zeros_i log(1 - q_i) ],   q_i = sum_l a_l p_il.
// Convex, so any local minimum is the minimum, and f(a) - min f is at most the gap
// sum_l a_l g_l - min_l g_l of the gradient g: the fit ends when that is next to nothing. Every
// step solves Newton's quadratic on the simplex exactly, by trying every set of learners that may
// have weight, which is cheap for a few learners.

#include <span>
#include <vector>

namespace faultline::model {

struct SimplexWeights {
  std::vector<double> weight{};  // one per learner
  double loss = 0;               // f, in all
  double gap = 0;                // f is at most this far above its minimum
  int iterations = 0;
  bool converged = false;
};

/// `probability` holds rows x learners numbers inside (0, 1), row after row; at most 10 learners.
/// Learners that predict the same share their weight. Throws InternalError on wrong lengths,
/// NumericError when there are no people.
[[nodiscard]] SimplexWeights simplex_weights(std::span<const double> probability,
                                             std::span<const double> ones,
                                             std::span<const double> zeros, int learners);

}  // namespace faultline::model
