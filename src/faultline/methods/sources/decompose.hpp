#pragma once
// Bias, variance and noise of a learner on people as observed. Training sets are drawn again and
// again (halves, bootstrap samples or random splits), and everybody is predicted by those that left
// him or her out. What is optimal for a person is unknown: it is estimated by a named estimator
// from other people. Given that estimate, the zero-one identity holds person by person with the
// observed outcome; the squared one has a cross term, which is reported.

#include "faultline/methods/hooks.hpp"
#include "faultline/methods/result.hpp"
#include "faultline/methods/sources/deadline.hpp"
#include "faultline/methods/sources/input.hpp"
#include "faultline/methods/sources/what_if.hpp"

namespace faultline::methods {

/// Adds decompositions, their gaps, "bias-variance" comparisons of several learners and what was
/// cut to the report; false when stopped before a training set was done. With `tried`, of which all
/// candidates were tried, the best of them stand for the optimum, and after halves the first
/// learner's regrets are added (regret.hpp).
bool add_decomposition(const SourcesInput& input, const SourcesOptions& options,
                       const Deadline& deadline, const Hooks& hooks, SourcesReport& report,
                       const WhatIf* tried = nullptr);

}  // namespace faultline::methods
