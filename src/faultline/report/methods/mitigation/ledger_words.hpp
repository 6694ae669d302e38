#pragma once
// The ledger in words: what new decisions cost and save, and whether that is worth it.

#include <string>

#include "faultline/report/document/document.hpp"
#include "faultline/result/result.hpp"

namespace faultline::report {

/// "The correction is worth it at these costs: ..." as far as the interval says so; empty without a
/// ledger.
[[nodiscard]] std::string worth_sentence(const result::MitigationReport& report);
/// "A false positive counts 1, ...".
[[nodiscard]] std::string costs_sentence(const result::Ledger& ledger, result::ErrorRate error);
/// False positives, false negatives and excess, before and after, and their cost.
[[nodiscard]] Section ledger_section(const result::MitigationReport& report);

}  // namespace faultline::report
