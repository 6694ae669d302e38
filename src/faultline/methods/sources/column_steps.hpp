#pragma once
// Costs against the number of columns (Figure 5c of the paper): the audited learner with the one
// column that tells most of the outcome, with the first two, four, eight, and at last with all, in
// at most eight steps. Which columns come first is found anew for every fold, by the people it
// trains on alone, so that everybody is tested once by models that owe nothing to him or her.

#include <cstdint>
#include <vector>

#include "faultline/methods/hooks.hpp"
#include "faultline/methods/sources/what_if.hpp"

namespace faultline::methods {

/// With fewer columns there is no curve to see.
inline constexpr std::size_t kFewestColumns = 4;

/// 1, 2, 4, ... below `columns`, then `columns`; where that would be more than eight numbers, 1, 4,
/// 16, ... and so on.
[[nodiscard]] std::vector<std::size_t> numbers_of_columns(std::size_t columns);

/// Nothing with fewer than kFewestColumns covariates or words. The audited model must have been
/// tried. Throws Cancelled when stopped.
void add_column_steps(const WhatIf& what_if, const Hooks& hooks, SourcesReport& report);

}  // namespace faultline::methods
