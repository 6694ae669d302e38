#pragma once
// Bounds on the Bayes error of a binary outcome, group by group, by three methods.

#include "faultline/methods/hooks.hpp"
#include "faultline/methods/result.hpp"
#include "faultline/methods/sources/input.hpp"

namespace faultline::methods {

/// Adds one entry per group and method; where one cannot be computed, the entry says why.
void add_noise(const SourcesInput& input, const SourcesOptions& options, const Hooks& hooks,
               SourcesReport& report);

}  // namespace faultline::methods
