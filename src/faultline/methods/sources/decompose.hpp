#pragma once
// Bias, variance and noise of a learner on people as observed. Training sets are drawn again and
// again (bootstrap, or random splits), and everybody is predicted by those that left him or her
// out. What is optimal for a person is unknown: it is estimated by a named estimator from other
// people. Given that estimate, the zero-one identity holds person by person with the observed
// outcome; the squared one has a cross term, which is reported.

#include <vector>

#include "faultline/methods/hooks.hpp"
#include "faultline/methods/result.hpp"
#include "faultline/methods/sources/deadline.hpp"
#include "faultline/methods/sources/input.hpp"

namespace faultline::methods {

/// Adds decompositions, their gaps, "bias-variance" comparisons of several learners and what was
/// cut to the report; false when stopped before a training set was done.
bool add_decomposition(const SourcesInput& input, const SourcesOptions& options,
                       const Deadline& deadline, const Hooks& hooks, SourcesReport& report);

}  // namespace faultline::methods
