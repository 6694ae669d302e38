#pragma once
// The tests of IJDI-Scan. The criterion is nested in lambda: who violates it at one lambda violates
// it at every smaller one. So an error rate's lambdas are tested upwards from the smallest, each at
// the full level, and the first that is not rejected ends the sweep: a fixed sequence keeps the
// family-wise error without any adjustment over lambda. Several error rates share the level by
// Holm: alpha / 2 for each of two, and all of it for one whose fellow was rejected at every lambda.

#include <cstddef>
#include <functional>
#include <vector>

#include "faultline/methods/finding.hpp"
#include "faultline/methods/ijdi/ijdi.hpp"

namespace faultline::methods {

/// One lambda of a sweep.
struct SweepStep {
  std::vector<std::size_t> findings{};  // the best, by its position among those of the run
  std::vector<double> statistics{};
  resample::Replicate replicate{};
};

/// Of one error rate, lambda ascending.
using SweepSteps = std::vector<SweepStep>;

/// Tests every sweep as far as it goes and gives the findings p-values and verdicts; a finding past
/// the end of its sweep gets neither and says so. Adjusted p-values are the largest of the sweep so
/// far, counted for the other error rates. Sets `partial` when interrupted.
void test_sweeps(const std::vector<SweepSteps>& sweeps, const IjdiOptions& options,
                 const Hooks& hooks, IjdiResult& result);

}  // namespace faultline::methods
