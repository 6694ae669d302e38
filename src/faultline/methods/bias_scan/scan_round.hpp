#pragma once
// One round of the Bias Scan: every direction searched, tested and described, under the predictions
// of the problem as they are.

#include <span>
#include <vector>

#include "faultline/methods/bias_scan/bias_scan.hpp"
#include "faultline/methods/bias_scan/scan_problem.hpp"

namespace faultline::methods {

struct ScanRound {
  std::vector<Finding> findings{};            // one per direction that was searched, in order
  std::vector<search::Subgroup> winners{};    // of the findings; no sets where nothing was found
  std::vector<PowerReport::Side> critical{};  // of the findings: score to exceed
  Notices notices{};
  bool partial = false;
};

/// Rank 1 may be settled in closed form; later ranks, whose predictions were changed after looking,
/// may not. Throws Cancelled when it was stopped before any direction was searched.
[[nodiscard]] ScanRound scan_round(const ScanProblem& problem, const BiasScanOptions& options,
                                   std::span<const search::Direction> directions, int rank,
                                   const Hooks& hooks);

}  // namespace faultline::methods
