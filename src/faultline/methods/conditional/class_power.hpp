#pragma once
// How large an effect in a subgroup S of a class would have had to be for the test that was run to
// find it with probability .8 (detectable_effect.hpp, with K(mu) = n mu^2 / (2 sigma^2) for
// predictions). Mean m0 and spread s0 of the root without an effect come from redraws of
// membership, with both models refitted: s0 is above 1 because expectations are estimated from the
// people outside, and m0 is what the expectation model gets wrong in S. The effect that is told
// solves
//   sqrt(2 K) + m0 = sqrt(2 (c + penalty)) + .84 s0.
// For a share f of the class: f times K of the class, spread of the class, penalty for one value.

#include <vector>

#include "faultline/methods/conditional/class_audit.hpp"

namespace faultline::methods {

/// Adds it to the findings of the class, which were tested, with verdicts at this level: for the
/// subgroup that was asked about or else the one found, the class as a whole, and shares of it.
/// Nothing where too few replicates were drawn for a critical score.
void add_power(const ClassAudit& audit, const TestedFamily& family, double level,
               const Hooks& hooks, std::vector<Finding>& findings);

}  // namespace faultline::methods
