#pragma once
// What columns that the model does not have would change. The audited learner is trained with its
// covariates and one column more, on the same people in the same folds, and everybody's loss is
// held against what he or she costs without: falls are means of paired differences,
//   fall of group g = mean over g of (loss without - loss with),
//   difference removed = fall of the worse-off group - fall of the other,
// of the two groups that differ most. Whether the mean cost of everybody falls is tested one-sided,
// of decisions by McNemar's exact test and of numbers by z; adjusted by Holm over the columns and,
// where there are several, all of them together.
//
// A forest that is given one more column of chance errs less often: it is held back by it (Mentch
// and Zhou 2022). So a column has to do better than the model without it, and better than its own
// values in the hands of other people; p is the larger of the two.

#include "faultline/methods/hooks.hpp"
#include "faultline/methods/sources/what_if.hpp"

namespace faultline::methods {

/// Of the input's `offered` columns; nothing without. The audited model must have been tried.
/// Throws Cancelled when stopped.
void add_column_values(const WhatIf& what_if, const Hooks& hooks, SourcesReport& report);

}  // namespace faultline::methods
