#pragma once
// Criteria, rates and costs without the words of statistics.

#include <string>
#include <string_view>

#include "faultline/result/result.hpp"

namespace faultline::report {

/// Parts of "Of 1,168 people with sex = Male[ who did not have the outcome], 44 % [were flagged].
/// Comparable people[ with the same predictions] let one expect 26 %."
struct PlainCriterion {
  result::Criterion criterion{};
  const char* whom = "";
  const char* event = "";  // empty: the mean prediction is told
  const char* alike = "";
  const char* more = "";  // title where the event is more frequent than expected
  const char* less = "";
};
[[nodiscard]] const PlainCriterion& plain_criterion(result::Criterion criterion);

/// "Flagged more often without the outcome".
[[nodiscard]] std::string plain_title(const result::Finding& finding);

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
