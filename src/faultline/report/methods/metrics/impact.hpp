#pragma once
// Impact ratios as a section: per column and intersection, with what the four-fifths mark is.

#include <string>

#include "faultline/report/document/document.hpp"
#include "faultline/result/metrics.hpp"

namespace faultline::report {

/// Who is selected least often beside whom; empty without impact ratios.
[[nodiscard]] std::string impact_sentence(const result::MetricsReport& report);
/// An empty section without impact ratios.
[[nodiscard]] Section impact_section(const result::MetricsReport& report);

}  // namespace faultline::report
