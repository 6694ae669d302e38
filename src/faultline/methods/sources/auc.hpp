#pragma once
// How well scores order the people of each group: AUC with its interval as in the group table
// (metrics/ranking.hpp), and the differences of all pairs of groups (metrics/comparison.hpp). Costs
// look at decisions or at the values of scores; AUC looks at their order alone, so that a group
// whose costs differ because of a threshold or a base rate can have the same AUC.
//
// Scores of cross-validation come from several models, and people of different folds are compared
// with each other: where the folds' scores are on different levels, AUC comes out too low.

#include <vector>

#include "faultline/methods/sources/evaluation.hpp"

namespace faultline::methods {

/// Of binary outcomes; a group with fewer than kFewestForRanks people with or without the outcome
/// has an entry without a value, and no differences. Nothing is added where single costs are asked
/// for: AUC is none of them.
void add_aucs(const SourcesInput& input, const SourcesOptions& options,
              const std::vector<EvaluatedModel>& models, SourcesReport& report);

}  // namespace faultline::methods
