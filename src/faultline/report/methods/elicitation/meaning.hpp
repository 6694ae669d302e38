#pragma once
// What an elicited lambda would mean for people at hand, in words and as a table.

#include "faultline/report/document/document.hpp"
#include "faultline/result/elicitation.hpp"

namespace faultline::report {

/// For a report with a meaning.
[[nodiscard]] Section meaning_section(const result::ElicitReport& report);

}  // namespace faultline::report
