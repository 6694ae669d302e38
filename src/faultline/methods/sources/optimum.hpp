#pragma once
// The least cost that a prediction from these covariates can have, group by group. What is reached:
// everybody is predicted by the candidate that costs his or her group least among people of the
// other folds, so that an error rate was really achieved and can only be too high. What is
// estimated: the same candidate's cost with ten times the people, by its own learning curve. The
// interval goes from the limit of that curve to the upper end of what was reached.

#include <vector>

#include "faultline/methods/sources/what_if.hpp"

namespace faultline::methods {

/// The candidate with the least mean loss among the entries that count; ties go to the smaller
/// proper score, then to the first. `loss` and `proper` per candidate and entry.
[[nodiscard]] std::size_t best_candidate(const std::vector<std::vector<double>>& loss,
                                         const std::vector<std::vector<double>>& proper,
                                         const std::vector<bool>& counts);

/// Adds every candidate's costs and every group's optimum to the report. Where an estimate would
/// not be worth its name (few people, or the audited model does better), it says why instead.
void add_optimum(WhatIf& what_if, SourcesReport& report);

/// What the candidate that is best for a person's group in the other folds predicts for him or her:
/// one entry per person of the input, NaN for those who are not in the plan.
[[nodiscard]] std::vector<double> chosen_scores(const WhatIf& what_if);

}  // namespace faultline::methods
