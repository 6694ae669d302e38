#pragma once
// Rates and costs without the words of statistics; findings: shared/plain_finding.hpp.

#include <string>
#include <string_view>

#include "faultline/result/result.hpp"

namespace faultline::report {

/// "Flagged without the outcome".
[[nodiscard]] std::string_view plain_rate(result::RateName rate);

/// "The mean squared error of the predictions", of rates that are no shares of people; else empty.
[[nodiscard]] std::string_view plain_measure(result::RateName rate);

struct PlainCost {
  const char* title = "";
  const char* of = "";  // "Of people without the outcome, those flagged are ___ for A"
};
[[nodiscard]] PlainCost plain_cost(result::CostMetric metric);

}  // namespace faultline::report
