#pragma once
// Elicited preferences in words and table cells, the same in text and HTML.

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "faultline/audit/result.hpp"

namespace faultline::report {

/// Lambda has no finite value, because the disparity costs nothing.
[[nodiscard]] bool is_infinite(const audit::ElicitReport::Ratio& ratio);

/// Lowest and highest ratio of the people who have one; none with fewer than two of them.
[[nodiscard]] std::optional<std::pair<double, double>> ratio_range(
    const audit::ElicitReport& report);

/// "12 answers of 3 people, 11 of them used, about false positive rates."
[[nodiscard]] std::string answers_sentence(const audit::ElicitReport& report);

struct ElicitFact {
  std::string label{};  // short: "lambda_N"
  std::string value{};
};
[[nodiscard]] std::vector<ElicitFact> elicit_facts(const audit::ElicitReport& report);

/// A table with a row of heads; all but the first column are numbers.
struct ElicitTable {
  std::string caption{};
  std::vector<std::string> heads{};
  std::vector<std::vector<std::string>> rows{};
};
[[nodiscard]] ElicitTable answers_table(const audit::ElicitReport& report);
/// Without rows when one person answered alone.
[[nodiscard]] ElicitTable people_table(const audit::ElicitReport& report);

}  // namespace faultline::report
