#pragma once
// Whether what an audit finds depends on the model that says what to expect, scan by scan.

#include <vector>

#include "faultline/report/document/document.hpp"
#include "faultline/report/methods/conditional/words.hpp"

namespace faultline::report {

/// Without blocks where it was not asked for.
[[nodiscard]] Section expectations_section(const std::vector<ClassAudit>& classes,
                                           const result::Result& result);

}  // namespace faultline::report
