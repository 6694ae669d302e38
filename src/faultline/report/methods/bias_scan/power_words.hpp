#pragma once
// The theory of the Bias Scan (critical value h(alpha), detectable sampling bias) in words, the
// same in text and HTML. What the numbers assume stands in the report's notes.

#include <string>
#include <vector>

#include "faultline/result/result.hpp"

namespace faultline::report {

struct PowerFact {
  std::string label{};  // short: "h(alpha)"
  std::string value{};
};

[[nodiscard]] std::vector<PowerFact> power_facts(const result::PowerReport& power);

}  // namespace faultline::report
