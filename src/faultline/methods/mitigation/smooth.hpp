#pragma once
// Smooth mitigation: the groups and thresholds of smooth_fit.hpp, as strong as costs least on
// people who were left out. For every strength kappa in {0, 1/4, 1/2, 3/4, 1} five folds are
// decided by rules made without them; the decisions of all folds together have a cost
// (decision_cost.hpp). The least mean cost over five draws of the folds wins, the weaker of two
// equal ones. Strength 0 changes nothing.

#include <cstdint>
#include <span>
#include <vector>

#include "faultline/methods/mitigation/mitigation.hpp"

namespace faultline::methods {

/// Chooses the strength, and adds rule and reasons to the report; returns the new decisions about
/// the people the rule is made from. `positive` holds the old ones.
[[nodiscard]] std::vector<std::int64_t> correct_smoothly(const MitigationInput& input,
                                                         const MitigationOptions& options,
                                                         std::span<const std::int64_t> positive,
                                                         const Hooks& hooks,
                                                         MitigationReport& report);

}  // namespace faultline::methods
