#pragma once
// A mitigation in plain words, the same in text and HTML: the rules, what each correction did and
// whom it made worse, and how far the method's promise reaches.

#include <string>
#include <utility>
#include <vector>

#include "faultline/audit/result.hpp"

namespace faultline::report {

/// "“Male, under 25”", "Everybody".
[[nodiscard]] std::string group_words(const audit::NamedValues& subgroup, const std::string& text);

/// "Thresholds were corrected one subgroup after another (...) at lambda = 1: 3 corrections. ..."
[[nodiscard]] std::string mitigation_sentence(const audit::MitigationReport& report,
                                              const audit::Result& result);

/// "“Male, under 25” are flagged when their score is above 0.62."
[[nodiscard]] std::string rule_sentence(const audit::MitigationReport::Rule& rule);
/// How several rules work together; empty when there is one.
[[nodiscard]] std::string rules_order_sentence(const audit::MitigationReport& report);

/// What was found, what was allowed, the new threshold and the rate it gives.
[[nodiscard]] std::string correction_sentence(const audit::MitigationReport::Correction& correction,
                                              const audit::MitigationReport& report);

/// Whether the corrections made others worse, when none did; empty when some did or there is none.
[[nodiscard]] std::string nobody_worse_sentence(const audit::MitigationReport& report);

/// What the method promises, under which conditions, and what it does not.
[[nodiscard]] std::vector<std::string> limit_sentences(const audit::MitigationReport& report);

/// A result of two findings has the scan of the old decisions and that of the new ones: "The old
/// decisions"; another number of findings is only counted.
[[nodiscard]] std::string scanned_words(std::size_t index, std::size_t findings);

/// The rates of a subgroup before and after; either may be missing. Pointers into the report.
struct BeforeAfter {
  const audit::MitigationReport::Rates* before = nullptr;
  const audit::MitigationReport::Rates* after = nullptr;
  [[nodiscard]] const audit::MitigationReport::Rates& any() const {
    return before != nullptr ? *before : *after;
  }
};
[[nodiscard]] std::vector<BeforeAfter> before_and_after(const audit::MitigationReport& report);

}  // namespace faultline::report
