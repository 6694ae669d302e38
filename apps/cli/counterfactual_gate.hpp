#pragma once
// `--fail-on finding` of `faultline counterfactual`: the gate closes when the adaptive interval of
// the average difference between groups leaves out 0, in cFPR or in cFNR, for any decision. Each
// interval has its own error rate alpha. (u-values would close it in 16 % of data sets whose groups
// have equal rates but unequal need.)

#include <cstdint>

#include "cli/output.hpp"

#include "faultline/audit/result.hpp"

namespace faultline::cli {

/// Throws ConfigError when --fail-on is asked for and there are too few resamples for an interval.
void check_counterfactual_gate(const OutputOptions& output, std::int64_t bootstrap);

/// True when an interval closes the gate.
[[nodiscard]] bool differs(const audit::CounterfactualReport& report);

}  // namespace faultline::cli
