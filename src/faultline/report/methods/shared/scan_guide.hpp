#pragma once
// What the words of a page mean, each entry written once: methods choose from them, say what is
// theirs about them and add their own.

#include <string>
#include <vector>

#include "faultline/report/document/document.hpp"

namespace faultline::report {

/// Subgroup, observed and expected, score, p-values, and what follows from them. `observed`: what
/// the method calls observed and expected.
[[nodiscard]] std::vector<GuideEntry> scan_entries(const std::string& observed, double alpha);

/// What "flagged" means; for methods of decisions. `wanted`: a positive decision helps.
[[nodiscard]] GuideEntry flagged_entry(bool wanted = false);

/// What "not enough evidence" does not say.
[[nodiscard]] GuideEntry not_enough_entry();

/// `how_often`: what a p-value of the method is the frequency of, in sentences.
[[nodiscard]] GuideEntry p_value_entry(const std::string& how_often);

/// "The chance of `what`, adjusted (Holm) for `tests`.", then what else is to be said of it.
[[nodiscard]] GuideEntry adjusted_p_entry(const std::string& what, const std::string& tests,
                                          const std::string& beyond = {});

/// `how`: which intervals they are, in sentences.
[[nodiscard]] GuideEntry interval_entry(std::string term, const std::string& how);

/// That a difference does not tell its cause; for every method that shows differences.
[[nodiscard]] GuideEntry cause_entry();

/// "How to read this".
[[nodiscard]] Section guide_section(std::vector<GuideEntry> entries);

}  // namespace faultline::report
