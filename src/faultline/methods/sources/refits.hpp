#pragma once
// The audited learner on other columns than its own: the same people, folds and settings, so that
// its scores compare person by person with those that it has.

#include <functional>
#include <string_view>
#include <vector>

#include "faultline/methods/hooks.hpp"
#include "faultline/methods/sources/what_if.hpp"

namespace faultline::methods {

/// Columns for the fit of a fold, with a row per entry of the plan; called from any thread.
using TableOfFit = std::function<model::Features(std::size_t fit, int fold)>;

/// Scores per fit and entry of the plan. Throws Cancelled when stopped.
[[nodiscard]] std::vector<std::vector<double>> refitted(const WhatIf& what_if, std::size_t fits,
                                                        const TableOfFit& table,
                                                        std::string_view phase, const Hooks& hooks);

/// Outcomes per entry of the plan.
[[nodiscard]] std::vector<double> outcomes_in_plan(const WhatIf& what_if);

/// Entries of the plan that are trained on when a fold is tested.
[[nodiscard]] std::vector<std::int64_t> trained_entries(const FoldPlan& plan, int fold);

}  // namespace faultline::methods
