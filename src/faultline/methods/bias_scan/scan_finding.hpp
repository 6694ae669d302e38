#pragma once
// A subgroup of the Bias Scan as a finding tells it: who, how many, what was observed and what
// expected.

#include "faultline/methods/bias_scan/scan_problem.hpp"
#include "faultline/methods/result.hpp"
#include "faultline/search/search.hpp"

namespace faultline::methods {

/// Of a search: its best subgroup, or none. Where predictions are folded and people can be sent
/// again, score and q are computed anew from them: in the search they are exact to rounding only up
/// to odds of 33.
[[nodiscard]] Finding scan_finding(const ScanProblem& problem, search::Direction direction,
                                   search::SearchResult& search, int rank);

}  // namespace faultline::methods
