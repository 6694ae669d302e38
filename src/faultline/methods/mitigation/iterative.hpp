#pragma once
// Iterative correction (Section 6.3): scan, correct the threshold of the subgroup found, scan
// again.

#include <cstdint>
#include <optional>
#include <vector>

#include "faultline/methods/mitigation/mitigation.hpp"

namespace faultline::methods {

/// IJDI-Scan of these decisions, with its warnings and interruption added to the result; none when
/// stopped before there was an answer.
[[nodiscard]] std::optional<Finding> scan_decisions(const MitigationInput& input,
                                                    const MitigationOptions& options,
                                                    const std::vector<std::int64_t>& positive,
                                                    const Hooks& hooks, MitigationResult& result);

/// Adds rules and corrections to the report, says why it ended, fills the scans before and after;
/// returns the new decisions. `positive` holds the old ones.
[[nodiscard]] std::vector<std::int64_t> correct_iteratively(const MitigationInput& input,
                                                            const MitigationOptions& options,
                                                            std::vector<std::int64_t> positive,
                                                            const Hooks& hooks,
                                                            MitigationResult& result);

}  // namespace faultline::methods
