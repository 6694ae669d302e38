#pragma once
// The sweep over lambda, at one glance: a chart of the scores for each error rate, and one table of
// all findings.

#include <vector>

#include "faultline/report/document/chart.hpp"
#include "faultline/report/document/table.hpp"
#include "faultline/report/methods/ijdi/words.hpp"

namespace faultline::report {

/// The anchor of the section with an error rate's findings.
[[nodiscard]] std::string error_anchor(result::ErrorRate error);

/// The score of the best subgroup against lambda, hollow where there is no evidence, and the score
/// below which 95 % of the null scores lie. The values of lambda stand at equal distances, as they
/// often grow by factors. No figure for fewer than two of them.
[[nodiscard]] std::vector<Figure> sweep_figures(const ErrorSweep& sweep,
                                                const result::Result& result);

[[nodiscard]] Table sweep_table(const std::vector<ErrorSweep>& sweeps,
                                const result::Result& result);

}  // namespace faultline::report
