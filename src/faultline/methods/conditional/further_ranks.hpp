#pragma once
// Further subgroups of a scan, one after the other. Where there is evidence for a subgroup, what is
// expected in it is corrected by its q or mu (correction.hpp), everybody is searched again, and
// what is found then is tested against redraws of membership that keep the correction. A scan's
// list stops at the first subgroup without evidence, which is not a finding.
//
// The probability of any false claim of the run stays at alpha: the first hypothesis of a scan that
// is true, whatever its rank, is compared with the largest scaled score of all scans of the class
// (single-step max-T), each at the rank it has reached, at alpha divided by the number of classes.
// Since a rejected hypothesis gives way to the next of its scan, no scan leaves a class and no
// class leaves the run, and the first rank is tested in the same way.

#include <cstddef>
#include <vector>

#include "faultline/methods/conditional/class_audit.hpp"

namespace faultline::methods {

/// Appends the findings of rank 2 to `top` of a class, whose first ranks have their verdicts, to
/// the result; `after` gets, for each of them, the position of the scan's first finding. `families`
/// classes are tested.
void find_further_ranks(const ConditionalInput& input, const ClassAudit& audit,
                        std::size_t families, const Hooks& hooks, resample::Checkpoint* checkpoint,
                        ConditionalResult& result, std::vector<std::size_t>& after);

}  // namespace faultline::methods
