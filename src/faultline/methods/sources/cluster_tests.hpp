#pragma once
// Tests of all clusters, inside against outside, by error rates (squared errors of numbers). Rates
// among people of one outcome are left out: they differ between clusters because base rates do,
// also where the model errs alike everywhere.

#include <string>
#include <vector>

#include "faultline/methods/hooks.hpp"
#include "faultline/methods/sources/cluster_candidates.hpp"
#include "faultline/methods/sources/evaluation.hpp"

namespace faultline::methods {

/// One that stands out, and who belongs to it.
struct NamedCluster {
  std::string name{};
  std::size_t contrast = 0;          // of contrasts_of
  std::vector<double> membership{};  // per person of the input
};

/// Adds the strongest of every contrast, largest z first; p-values are adjusted for all clusters
/// and contrasts. The first of a contrast is named when its adjusted p-value is at most alpha;
/// those are handed back. Throws Cancelled when stopped.
std::vector<NamedCluster> add_cluster_tests(const SourcesInput& input,
                                            const SourcesOptions& options,
                                            const EvaluatedModel& evaluated,
                                            const std::vector<CandidateCluster>& candidates,
                                            const Hooks& hooks, SourcesReport& report);

}  // namespace faultline::methods
