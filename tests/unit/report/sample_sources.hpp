#pragma once
// Analyses of sources of discrimination.

#include "faultline/audit/result.hpp"

namespace faultline::report::samples {

/// Two groups, a binary outcome, a forest that was trained again and again: every part was run.
[[nodiscard]] audit::Result sources();
/// Three groups and a number as outcome; two models whose predictions came with the data.
[[nodiscard]] audit::Result sources_given();
/// Seven groups: more pairs, curves and clusters than a terminal shows.
[[nodiscard]] audit::Result sources_many();
/// Costs alone were asked for, and one group has nobody to be wrong about.
[[nodiscard]] audit::Result sources_bare();
/// All names are markup or control characters; numbers are not finite.
[[nodiscard]] audit::Result sources_hostile();

}  // namespace faultline::report::samples
