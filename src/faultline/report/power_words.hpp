#pragma once
// The theory of the Bias Scan (critical value h(alpha), detectable sampling bias) in words, the
// same in text and HTML, with the limits of that theory beside every number.

#include <string>
#include <vector>

#include "faultline/audit/result.hpp"

namespace faultline::report {

struct PowerFact {
  std::string label{};  // short: "h(alpha)"
  std::string value{};
};

[[nodiscard]] std::vector<PowerFact> power_facts(const audit::PowerReport& power);

/// What the numbers assume and do not promise; the report's own notes come last.
[[nodiscard]] std::vector<std::string> power_limits(const audit::PowerReport& power);

}  // namespace faultline::report
