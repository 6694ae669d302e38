#pragma once
// Elicited preferences in words and table cells, the same in text and HTML.

#include <string>
#include <vector>

#include "faultline/report/cell_table.hpp"
#include "faultline/result/result.hpp"

namespace faultline::report {

/// "12 answers of 3 people, 11 of them used, about false positive rates."
[[nodiscard]] std::string answers_sentence(const result::ElicitReport& report);

struct ElicitFact {
  std::string label{};  // short: "lambda_N"
  std::string value{};
};
[[nodiscard]] std::vector<ElicitFact> elicit_facts(const result::ElicitReport& report);

[[nodiscard]] CellTable answers_table(const result::ElicitReport& report);
/// Without rows when one person answered alone.
[[nodiscard]] CellTable people_table(const result::ElicitReport& report);

}  // namespace faultline::report
