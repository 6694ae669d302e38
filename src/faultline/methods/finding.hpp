#pragma once
// Parts of a finding that every scanning method fills in the same way.

#include <vector>

#include "faultline/methods/result.hpp"
#include "faultline/resample/monte_carlo.hpp"
#include "faultline/search/search.hpp"

namespace faultline::methods {

[[nodiscard]] SearchReport report_search(const search::SearchResult& search);

/// Restricted attributes with their labels, and the subgroup in words.
void name_subgroup(const search::Subgroup& subgroup, const std::vector<data::Attribute>& attributes,
                   Finding& finding);

/// Subgroup, score, parameter (q from log q where theta_name is "q") and certificate of the
/// finding, whose rank and theta_name are set. The search's bound and proof speak of the best
/// subgroup; of the next ones only exhaustive search proves that none that is distinct from those
/// before scores higher.
void report_score(const search::SearchResult& search, const search::ScoredSubgroup& scored,
                  const std::vector<data::Attribute>& attributes, Finding& finding);

/// p-value, interval, null quantiles; a warning when the null is degenerate.
void attach_test(const resample::MonteCarloTest& test, const std::vector<double>& null_scores,
                 Finding& finding);

/// Holm-adjusted p-values and verdicts over all findings of a run; a warning when so few replicates
/// cannot make any finding of so large a family significant. `unmade`: tests that an interrupted
/// run planned and has no finding for. They count, as do findings whose test had not begun: an
/// interruption must not make the others more significant.
void adjust_family(double alpha, std::int64_t replicates, std::int64_t unmade,
                   std::vector<Finding>& findings, Notices& notices);

}  // namespace faultline::methods
