#pragma once
// A subgroup of a scan of numbers or counts as a finding tells it: who, how many, the mean that was
// observed and the one that was expected, and how large the difference is after a search.

#include "faultline/methods/residual_scan/residual_people.hpp"
#include "faultline/methods/result.hpp"
#include "faultline/methods/selection_interval.hpp"
#include "faultline/search/search.hpp"

namespace faultline::methods {

/// Of a search: its best subgroup, or none.
[[nodiscard]] Finding residual_finding(const ResidualPeople& people, search::Direction direction,
                                       const search::SearchResult& search);

/// Writes interval and shrunken estimate of mu or q, and the interval of the mean that they imply.
/// The finding has a subgroup and a log-likelihood ratio above 0.
void measure_residuals(const ResidualPeople& people, const search::Subgroup& subgroup,
                       const SearchNull& null, Finding& finding);

}  // namespace faultline::methods
