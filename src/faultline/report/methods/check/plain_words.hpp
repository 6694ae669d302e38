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

/// Around two costs: shares of people ("Of the people without the outcome, 55.6 % of those with A
/// were flagged, against 40.1 % of those with B.") or other numbers ("The mean squared error of the
/// predictions is 0.2 where A, and 0.1 where B.").
struct PlainCost {
  const char* title = "";
  std::string_view among = "";  // of a share; empty: no share
  const char* event = "";
  const char* before = "";
  const char* after = "";
  const char* again = "";  // before the second cost
};
[[nodiscard]] PlainCost plain_cost(result::CostMetric metric);

}  // namespace faultline::report
