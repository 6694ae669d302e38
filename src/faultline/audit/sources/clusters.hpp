#pragma once
// Where two groups' costs differ most: sides of single features (above and not above their mean),
// clusters of k-means, and soft memberships such as topics. With memberships q, the cost of a group
// is the mean loss weighted by q. p-values are adjusted for all clusters tried.

#include "faultline/audit/hooks.hpp"
#include "faultline/audit/result.hpp"
#include "faultline/audit/sources/evaluation.hpp"
#include "faultline/audit/sources/input.hpp"

namespace faultline::audit {

/// Adds clusters, how many were tried, topics and what was left out to the report.
void add_clusters(const SourcesInput& input, const SourcesOptions& options,
                  const Evaluated& evaluated, const Hooks& hooks, SourcesReport& report);

}  // namespace faultline::audit
