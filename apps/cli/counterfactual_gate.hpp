#pragma once
// `--fail-on finding` of `faultline counterfactual`: the gate closes when the average difference of
// cFPR or of cFNR between groups exceeds that of nearly all permutations. With D decisions there
// are 2 D such averages, and each has the level alpha / (2 D) (Bonferroni): a u-value counts from
// 1 - alpha / (2 D) on.

#include <cstddef>
#include <cstdint>

#include "cli/output.hpp"

#include "faultline/audit/result.hpp"

namespace faultline::cli {

/// Throws ConfigError when --fail-on is asked for and there are no permutations, or so few that the
/// largest of them alone is likelier than the level.
void check_counterfactual_gate(const OutputOptions& output, std::int64_t replicates, double alpha,
                               std::size_t decisions);

/// True when a u-value closes the gate; never with fewer permutations than the level needs.
[[nodiscard]] bool differs(const audit::CounterfactualReport& report, double alpha);

}  // namespace faultline::cli
