#pragma once
// The exact score of a winner whose distinct predictions were folded away: its people pass by once
// more, and value, slope and curvature of the log-likelihood ratio are summed at the theta that the
// nodes gave. One Newton step from there is exact to rounding; a winner past the node range takes
// some more passes.

#include "faultline/methods/bias_scan/bias_scan.hpp"

namespace faultline::methods {

/// Replaces score, log-likelihood ratio and theta of `scored`.
void rescore_exactly(const BiasScanInput& input, search::Direction direction,
                     search::ScoredSubgroup& scored);

}  // namespace faultline::methods
