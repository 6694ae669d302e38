#pragma once
// Rates along thresholds, and by the values of another column: the same tables several times, drawn
// as lines of groups, with the extremes of each in a table.

#include <optional>

#include "faultline/report/document/document.hpp"
#include "faultline/result/metrics.hpp"

namespace faultline::report {

/// An empty section without thresholds.
[[nodiscard]] Section thresholds_section(const result::MetricsReport& report);
/// An empty section without parts.
[[nodiscard]] Section parts_section(const result::MetricsReport& report);
/// Who would be treated how differently at the threshold in the middle; empty without thresholds.
[[nodiscard]] std::string thresholds_sentence(const result::MetricsReport& report);
/// In how many parts there is evidence, and which; empty without parts.
[[nodiscard]] std::string parts_sentence(const result::MetricsReport& report);

}  // namespace faultline::report
