#pragma once
// `fail_on`: whether a run trips the gate of a build that watches it. A gate that could never trip
// is refused before the run.

#include <cstddef>
#include <cstdint>
#include <span>

#include "faultline/methods/result.hpp"
#include "faultline/methods/search_settings.hpp"
#include "faultline/run/spec.hpp"

namespace faultline::run {

enum class Gate {
  passed,
  tripped,
  unfinished,  // nothing tripped it, but the run was stopped before all was tested
};

/// Throws ConfigError when a gate that goes by tests is asked for and nothing is tested, or so few
/// replicates are allowed that no finding of so many families could ever be significant.
void check_gate(std::span<const FailOn> fail_on, const methods::SearchSettings& settings,
                std::size_t families = 1);

/// Throws ConfigError when `fail_on` has a word that the command cannot trip.
void check_fail_on(const Spec& spec);

/// Of counterfactual rates, whose gate goes by intervals.
void check_counterfactual_gate(std::span<const FailOn> fail_on, std::int64_t bootstrap);

/// Tripped by evidence in a finding, by an adaptive interval of the average gap between groups'
/// counterfactual error rates that leaves out 0, by a significant level of `sources`, or by
/// evidence in a comparison of `metrics` or a change of `compare`; of a check, by any of its
/// verdicts; `worse` only by a finding or change for the worse. The
/// adaptive interval and not the u-value: a u-value says how unusual a gap is among random groups,
/// the interval whether it is a gap at all. Tripped by a class or subgroup that nobody is
/// comparable with only where `fail_on` says so.
[[nodiscard]] Gate gate(const methods::Result& result, std::span<const FailOn> fail_on);
/// Whether a finding could not be tested because nobody is comparable.
[[nodiscard]] bool has_incomparable(const methods::Result& result);
/// True when evidence was withdrawn, because it is not known in what people are comparable.
[[nodiscard]] bool has_withdrawn(const methods::Result& result);

}  // namespace faultline::run
