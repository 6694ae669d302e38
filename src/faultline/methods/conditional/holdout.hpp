#pragma once
// A Conditional Bias Scan on one part of the people, and estimate and test on the other part, which
// took no part in the search: the subgroup found for a class and criterion is scored and tested
// there without search and penalty. The models are fitted on the part that tests, so nothing of the
// searched part but the names of the subgroups enters. It costs the people: with a part of them
// less is found.

#include <vector>

#include "faultline/methods/conditional/conditional.hpp"

namespace faultline::methods {

/// As conditional_scan, with n, rates, score, size, p-value and interval in the held-out part;
/// `search` says how a subgroup was found. A scan in which nothing was found has a finding without
/// subgroup. Both parts have the same attributes. Throws as conditional_scan does, and says in
/// which part a class cannot be audited.
[[nodiscard]] ConditionalResult holdout_audit(const ConditionalInput& searched,
                                              const ConditionalInput& held_out,
                                              const std::vector<ProtectedClass>& classes,
                                              const ConditionalOptions& options,
                                              const Hooks& hooks = {},
                                              resample::Checkpoint* checkpoint = nullptr);

}  // namespace faultline::methods
