#pragma once
// Words and numbers of rates by group, and the groups of a result as tables show them.

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "faultline/report/document/document.hpp"
#include "faultline/result/metrics.hpp"

namespace faultline::report {

struct RateWords {
  const char* head = "";   // "FPR"
  const char* name = "";   // "false positive rate"
  const char* among = "";  // "people without the outcome"; empty: no share of people
  const char* event = "";  // "were flagged"
  bool in_percent = true;
};
[[nodiscard]] const RateWords& rate_words(result::RateName rate);

/// `among` of a rate of everybody.
inline constexpr std::string_view kAllPeople = "all people";
/// Groups of fewer people are not called the lowest or the highest.
inline constexpr std::int64_t kFewestToRank = 20;

/// "those with race = A", "everybody else".
[[nodiscard]] std::string those_of(const std::string& group);
/// A share as a sentence tells it: "42.3 %" of "those with race = A".
struct ToldShare {
  std::string value{};
  std::string who{};
};
/// "Of the people without the outcome, 42.3 % of those with race = A were flagged, against 22.0 %
/// of those with race = B."
[[nodiscard]] std::string shares_sentence(std::string_view among, std::string_view event,
                                          const ToldShare& high, const ToldShare& low);

/// "false positive rate: of people without the outcome, who were flagged".
[[nodiscard]] std::string rate_meaning(result::RateName rate);
/// What each of them asks.
[[nodiscard]] GuideEntry rates_entry(const std::vector<result::RateName>& rates);

/// 0.448 -> "44.8" for shares, "0.448" for others.
[[nodiscard]] std::string rate_number(result::RateName rate, double value);
/// "44.8 %" in a sentence, or "0.448".
[[nodiscard]] std::string rate_in_words(result::RateName rate, double value);
/// "43.1-46.5"; empty for none.
[[nodiscard]] std::string rate_range(result::RateName rate, const result::Interval& interval);
/// In percentage points for shares.
[[nodiscard]] std::string difference_number(result::RateName rate, double value);
[[nodiscard]] std::string difference_range(result::RateName rate, const result::Interval& interval);
/// "1.20 to 1.45", "1.20 or more".
[[nodiscard]] std::string ratio_range(const result::Interval& interval);
[[nodiscard]] std::string adjusted_p(const result::MetricsReport::Comparison& one);

/// Groups of the same attributes, in the order of the result; the first is everybody alone.
struct ShownSet {
  std::string title{};  // "sex and race"; empty for everybody
  std::vector<const result::MetricsReport::Group*> groups{};
};
[[nodiscard]] std::vector<ShownSet> sets_of(const result::MetricsReport& report);
/// Values alone, "Female, African-American", below a title that names the attributes.
[[nodiscard]] std::string group_label(const result::MetricsReport::Group& group);

/// Rates that the result has, in their order.
[[nodiscard]] std::vector<result::RateName> rates_in(const result::MetricsReport& report);

/// The comparison of a group in a rate; null when there is none.
[[nodiscard]] const result::MetricsReport::Comparison* comparison_of(
    const result::MetricsReport& report, const std::string& group, result::RateName rate);

/// Whether the rate says what another that is shown says already: tpr beside fnr.
[[nodiscard]] bool is_complement(const result::MetricsReport& report, result::RateName rate);

}  // namespace faultline::report
