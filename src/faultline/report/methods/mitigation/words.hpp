#pragma once
// A mitigation in plain words: the rules, what each correction did and
// whom it made worse, and how far the method's promise reaches.

#include <string>
#include <utility>
#include <vector>

#include "faultline/result/result.hpp"

namespace faultline::report {

/// "“Male, under 25”", "Everybody".
[[nodiscard]] std::string group_words(const result::NamedValues& subgroup, const std::string& text);

/// "Thresholds were corrected one subgroup after another (...) at lambda = 1: 3 corrections. ..."
[[nodiscard]] std::string mitigation_sentence(const result::MitigationReport& report,
                                              const result::Result& result);
/// What the new decisions do to everybody: flagged, missed, right, before and after; empty where
/// one of the two is not known.
[[nodiscard]] std::string price_sentence(const result::MitigationReport& report);

/// "“Male, under 25” are flagged when their score is above 0.62."; with an ordinal score in the
/// report, by its values.
[[nodiscard]] std::string rule_sentence(const result::MitigationReport::Rule& rule,
                                        const result::MitigationReport& report = {});
/// How several rules work together; empty when there is one.
[[nodiscard]] std::string rules_order_sentence(const result::MitigationReport& report);

/// What was found, what was allowed, the new threshold and the rate it gives.
[[nodiscard]] std::string correction_sentence(
    const result::MitigationReport::Correction& correction, const result::MitigationReport& report);

/// Whether the corrections made others worse, when none did; empty when some did or there is none.
[[nodiscard]] std::string nobody_worse_sentence(const result::MitigationReport& report);

/// What the method promises, under which conditions, and what it does not. `interpolated`: whether
/// thresholds may lie between two observed scores.
[[nodiscard]] std::vector<std::string> limit_sentences(const result::MitigationReport& report,
                                                       bool interpolated);

/// A result of two findings has the scan of the old decisions and that of the new ones: "The old
/// decisions"; one alone is "The last scan", and more are only counted.
[[nodiscard]] std::string scanned_words(std::size_t index, std::size_t findings);

/// The rates of a subgroup before and after; either may be missing. Pointers into the report.
struct BeforeAfter {
  const result::MitigationReport::Rates* before = nullptr;
  const result::MitigationReport::Rates* after = nullptr;
  [[nodiscard]] const result::MitigationReport::Rates& any() const {
    return before != nullptr ? *before : *after;
  }
};
[[nodiscard]] std::vector<BeforeAfter> before_and_after(const result::MitigationReport& report);

}  // namespace faultline::report
