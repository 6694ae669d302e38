#pragma once
// Smooth mitigation: the groups and thresholds of smooth_fit.hpp, as strong as costs least on
// people who were left out. The people are cut into halves ten times; each half is decided by rules
// made from the other, for every strength kappa in {0, 1/4, 1/2, 3/4, 1}, and has a cost
// (decision_cost.hpp) of its own, its worst subgroup searched in it alone. The least mean cost
// wins, the weaker of two equal ones. Strength 0 changes nothing.

#include <cstdint>
#include <span>
#include <vector>

#include "faultline/methods/mitigation/mitigation.hpp"

namespace faultline::methods {

/// Chooses the strength, and adds rule, reasons and notices to the result; returns the new
/// decisions about the people the rule is made from. `positive` holds the old ones.
[[nodiscard]] std::vector<std::int64_t> correct_smoothly(const MitigationInput& input,
                                                         const MitigationOptions& options,
                                                         std::span<const std::int64_t> positive,
                                                         const Hooks& hooks,
                                                         MitigationResult& result);

}  // namespace faultline::methods
