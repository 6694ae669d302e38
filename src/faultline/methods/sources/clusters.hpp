#pragma once
// Where two groups' costs differ most: sides of single features (above and not above their mean),
// clusters of k-means, and soft memberships such as topics. With memberships q, the cost of a group
// is the mean loss weighted by q. p-values are adjusted for all clusters tried. Whether a cluster
// stands out is another question: cluster_tests.hpp.

#include <vector>

#include "faultline/methods/hooks.hpp"
#include "faultline/methods/result.hpp"
#include "faultline/methods/sources/cluster_tests.hpp"
#include "faultline/methods/sources/evaluation.hpp"
#include "faultline/methods/sources/input.hpp"

namespace faultline::methods {

/// Adds clusters, how many were tried, topics and what was left out to the report. Hands back those
/// that stand out.
std::vector<NamedCluster> add_clusters(const SourcesInput& input, const SourcesOptions& options,
                                       const EvaluatedModel& evaluated, const Hooks& hooks,
                                       SourcesReport& report);

}  // namespace faultline::methods
