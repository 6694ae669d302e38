#pragma once
// What more people to train on would do to the audited model's costs, as the report tells it: of
// everybody for every group and contrast, and of the worse-off side for the questions that are
// significant. A forecast whose interval is wider than today's difference is not told; neither is
// one whose curve missed its own back-test. Where a cluster is named, the same of the people
// inside: nothing more is trained for it.

#include <vector>

#include "faultline/methods/sources/cluster_tests.hpp"
#include "faultline/methods/sources/outlook.hpp"
#include "faultline/methods/sources/questions.hpp"

namespace faultline::methods {

void add_forecasts(const std::vector<GapQuestion>& questions, Outlooks& outlooks,
                   SourcesReport& report);
/// Costs of both sides among the people of every cluster.
void add_cluster_forecasts(const std::vector<NamedCluster>& clusters, Outlooks& outlooks,
                           SourcesReport& report);

}  // namespace faultline::methods
