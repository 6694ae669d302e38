#pragma once
// Two sides of a contrast with models of their own, the larger side's training people drawn down to
// the smaller's number. Where the difference then goes, size (or sharing a model) explains it and
// noise does not; where it stays, nothing is shown: the outcomes of one side may be noisier or only
// harder to learn.

#include "faultline/methods/sources/outlook.hpp"
#include "faultline/methods/sources/questions.hpp"

namespace faultline::methods {

/// Adds an entry, by error rates or squared errors; nothing where a side has too few people.
void add_equal_sizes(const GapQuestion& question, Outlooks& outlooks, const Hooks& hooks,
                     SourcesReport& report);

}  // namespace faultline::methods
