#pragma once
// Columns that tell the prediction are no default covariates, and counts cannot say why they tell
// it. Was the prediction made from such a column, as a score of income alone is, people must be
// compared in it: else fair data are called unfair. Was the column made from the prediction, as
// bands of a score are, people must not be: among people with equal scores nobody is treated
// differently, whatever the score does. So where there is evidence, the audit is repeated with
// these columns among the covariates. Evidence both ways is evidence, whichever is true; else the
// verdict is "undecided", and the finding says which covariates to name in either case.

#include <functional>
#include <string>
#include <vector>

#include "faultline/data/people.hpp"
#include "faultline/methods/conditional/conditional.hpp"

namespace faultline::run {

/// The audit of some of the classes with other covariates.
using AuditAgain = std::function<methods::ConditionalResult(
    const std::vector<std::string>& covariates, const std::vector<methods::ProtectedClass>& classes,
    const methods::ConditionalOptions& options, const methods::Hooks& hooks)>;

/// Fills `set_aside` of the findings and withdraws evidence that does not stand without them. The
/// second audit is tested with as many families as the first.
void judge_set_aside(const data::People& people,
                     const std::vector<methods::ProtectedClass>& classes,
                     const methods::ConditionalOptions& options, const methods::Hooks& hooks,
                     const AuditAgain& again, methods::ConditionalResult& result);

/// What other models of the expectation say of a finding that was withdrawn is undecided, too.
void withdraw_other_expectations(methods::ConditionalResult& result);

}  // namespace faultline::run
