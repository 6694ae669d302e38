#pragma once
// `audit` with `expectation = all`: the same audit under every model that may say what to expect,
// so that a reader sees whether a finding depends on that choice. The verdicts of the run stay
// those of the first model, which is named beforehand: choosing the clearest of four would be a
// search of its own.

#include <vector>

#include "faultline/methods/conditional/conditional.hpp"

namespace faultline::run {

inline constexpr const char* kAllExpectations = "all";

/// Audits with the models that `options` do not use and writes what each finds into
/// `by_expectation` of the first-ranked findings, their own model first. Boosted trees and forests,
/// which every redraw fits anew, have at most kTreeReplicates redraws, which a notice says.
/// A run that is stopped leaves `by_expectation` empty and the result partial.
void add_other_expectations(const methods::ConditionalInput& input,
                            const std::vector<methods::ProtectedClass>& classes,
                            const methods::ConditionalOptions& options, const methods::Hooks& hooks,
                            methods::ConditionalResult& result);

}  // namespace faultline::run
