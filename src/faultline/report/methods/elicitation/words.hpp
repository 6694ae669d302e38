#pragma once
// Elicited preferences in words, facts and tables.

#include <string>

#include "faultline/report/document/document.hpp"
#include "faultline/result/result.hpp"

namespace faultline::report {

/// What the questions are about: "false positive rates".
[[nodiscard]] std::string error_rates(const result::ElicitReport& report);

/// "12 answers of 3 people, 11 used, about false positive rates."
[[nodiscard]] std::string answers_sentence(const result::ElicitReport& report);

/// Ratio, its spread and range, costs and lambda.
[[nodiscard]] Facts elicitation_facts(const result::ElicitReport& report);

[[nodiscard]] Table answers_table(const result::ElicitReport& report);
/// Without rows when one person answered alone.
[[nodiscard]] Table people_table(const result::ElicitReport& report);

}  // namespace faultline::report
