#pragma once
// How large an effect would have had to be for an audit to find it, scan by scan.

#include <vector>

#include "faultline/report/document/document.hpp"
#include "faultline/report/methods/conditional/words.hpp"

namespace faultline::report {

/// Without blocks where it was not asked for.
[[nodiscard]] Section detectable_section(const std::vector<ClassAudit>& classes);

}  // namespace faultline::report
