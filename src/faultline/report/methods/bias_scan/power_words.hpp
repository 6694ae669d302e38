#pragma once
// What a Bias Scan would have found: the effects by the test that was run, and the theory (critical
// value h(alpha), detectable sampling bias) in words, the same in text and HTML. What the numbers
// assume stands in the report's notes.

#include <string>
#include <vector>

#include "faultline/report/document/table.hpp"
#include "faultline/result/result.hpp"

namespace faultline::report {

struct PowerFact {
  std::string label{};  // short: "h(alpha)"
  std::string value{};
};

[[nodiscard]] std::vector<PowerFact> power_facts(const result::PowerReport& power);

/// The effects that the test finds, by direction; without rows where none are told.
[[nodiscard]] Table effects_table(const result::PowerReport& power);

}  // namespace faultline::report
