#pragma once
// Parts of a finding that every scanning method fills in the same way.

#include <vector>

#include "faultline/audit/result.hpp"
#include "faultline/resample/monte_carlo.hpp"
#include "faultline/scan/search.hpp"

namespace faultline::audit {

[[nodiscard]] SearchReport report_search(const scan::SearchResult& search);

/// Restricted attributes with their labels, and the subgroup in words.
void name_subgroup(const scan::Subgroup& subgroup, const std::vector<data::Attribute>& attributes,
                   Finding& finding);

/// p-value, interval, null quantiles; a warning when the null is degenerate.
void attach_test(const resample::MonteCarloTest& test, const std::vector<double>& null_scores,
                 Finding& finding);

}  // namespace faultline::audit
