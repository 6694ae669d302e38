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

/// Around two costs: "Of people without the outcome, 55.6 % were flagged where A, and 40.1 % where
/// B."
struct PlainCost {
  const char* title = "";
  const char* before = "";
  const char* after = "";
  const char* again = "";  // before the second cost
};
[[nodiscard]] PlainCost plain_cost(result::CostMetric metric);

}  // namespace faultline::report
