#pragma once
// Points and the thresholds of their groups, for people who apply them by hand, and what changes
// for whom.

#include <string>
#include <vector>

#include "faultline/report/document/document.hpp"
#include "faultline/result/result.hpp"

namespace faultline::report {

/// What changes for how many, on whom it was tried.
[[nodiscard]] std::string smooth_sentence(const result::MitigationReport& report,
                                          const result::Result& result);
/// The group that gains most and the one that pays most.
[[nodiscard]] std::string groups_sentence(const result::MitigationReport& report);
/// "False positive rate 21.3 % (95 % interval ...) before, ... after."; empty without intervals.
[[nodiscard]] std::string rates_sentence(const result::MitigationReport& report);
/// From whom the rules were made, and on whom they were tried.
[[nodiscard]] std::string people_sentence(const result::MitigationReport& report,
                                          const result::Result& result);

/// The points, the cut-offs and the thresholds.
[[nodiscard]] Section points_section(const result::MitigationReport& report);
[[nodiscard]] std::vector<std::string> smooth_limits(const result::MitigationReport& report);

}  // namespace faultline::report
