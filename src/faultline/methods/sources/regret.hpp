#pragma once
// What the audited model costs beyond the least possible cost, taken apart into bias and variance.
// With eta = P(Y = 1 | x, a), y* the optimal decision and q = P(a model's decision is not y*) over
// training sets,
//   cost = least + E |2 eta - 1| q,
//   bias = E |2 eta - 1| [q > 1/2],   variance = E |2 eta - 1| (q - [q > 1/2]):
// nothing jumps where the outcome is a coin flip, and the least cost is the same for every learner.
// Of numbers, with f the prediction, bias = E (mean f - y*)^2 and variance = E var f.
//
// The least cost is that of optimum.hpp, the cost that of its folds. Bias comes from predictions
// after training on halves (flips.hpp), variance is what remains. Halves share one sample: the
// majority of their decisions counts as bias what another sample would change, so it is an upper
// estimate, and the interval of the bias goes up to it.

#include "faultline/methods/sources/decompose_draws.hpp"
#include "faultline/methods/sources/what_if.hpp"

namespace faultline::methods {

/// One entry per group whose least cost is told in the report, with the reason for others, and one
/// per pair of groups. All candidates must have been tried, and the draws be halves.
void add_regrets(const WhatIf& what_if, const TrainingDrawsResult& draws, SourcesReport& report);

}  // namespace faultline::methods
