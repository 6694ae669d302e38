#pragma once
// What the words of a scan mean, each entry written once: scans, audits and IJDI-Scans choose from
// them and add their own.

#include <vector>

#include "faultline/report/document/document.hpp"

namespace faultline::report {

/// Subgroup, observed and expected, score, p-values, and what follows from them. `observed`: what
/// the method calls observed and expected.
[[nodiscard]] std::vector<GuideEntry> scan_entries(const std::string& observed, double alpha);

/// What "flagged" means; for methods of decisions.
[[nodiscard]] GuideEntry flagged_entry();

/// That a difference does not tell its cause; for every method that shows differences.
[[nodiscard]] GuideEntry cause_entry();

/// "How to read this".
[[nodiscard]] Section guide_section(std::vector<GuideEntry> entries);

}  // namespace faultline::report
