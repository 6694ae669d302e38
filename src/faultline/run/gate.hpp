#pragma once
// `fail_on = finding`: whether a run trips the gate of a build that watches it. A gate that could
// never trip is refused before the run.

#include <cstdint>
#include <optional>

#include "faultline/methods/result.hpp"
#include "faultline/run/spec.hpp"

namespace faultline::run {

enum class Gate {
  passed,
  tripped,
  unfinished,  // nothing tripped it, but the run was stopped before all was tested
};

/// Throws ConfigError when a gate is asked for and nothing is tested.
void check_gate(const std::optional<FailOn>& fail_on, std::int64_t replicates);

/// Of counterfactual rates, whose gate goes by intervals.
void check_counterfactual_gate(const std::optional<FailOn>& fail_on, std::int64_t bootstrap);

/// Tripped by a significant finding, by an adaptive interval of the average gap between groups'
/// counterfactual error rates that leaves out 0, or by a significant level of `sources`. The
/// adaptive interval and not the u-value: a u-value says how unusual a gap is among random groups,
/// the interval whether it is a gap at all.
[[nodiscard]] Gate gate(const methods::Result& result);

}  // namespace faultline::run
