#pragma once
// The two counterfactual error rates by name, their parts of a report, and their numbers as a
// person reads them.

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "faultline/audit/result.hpp"
#include "faultline/report/format.hpp"

namespace faultline::report {

enum class CounterfactualRate { fpr, fnr };
inline constexpr CounterfactualRate kBothRates[] = {CounterfactualRate::fpr,
                                                    CounterfactualRate::fnr};

/// "cFPR", "cFNR".
[[nodiscard]] const char* short_name(CounterfactualRate rate);
/// "counterfactual false positives".
[[nodiscard]] const char* long_name(CounterfactualRate rate);
/// Who they are: "people who would have had the outcome without treatment and were not flagged".
[[nodiscard]] const char* meaning(CounterfactualRate rate);

[[nodiscard]] const audit::CounterfactualReport::GroupRate& rate_of(
    const audit::CounterfactualReport::Group& group, CounterfactualRate rate);
[[nodiscard]] const std::optional<double>& observed_rate(
    const audit::CounterfactualReport::Group& group, CounterfactualRate rate);
[[nodiscard]] const std::vector<audit::CounterfactualReport::Summary>& summaries(
    const audit::CounterfactualReport::Decision& decision, CounterfactualRate rate);
/// None when the summary is not there.
[[nodiscard]] const audit::CounterfactualReport::Summary* summary_named(
    const audit::CounterfactualReport::Decision& decision, CounterfactualRate rate,
    std::string_view name);

/// The interval that stands for a summary where there is room for one: the adaptive one. The other
/// kinds can lie beside the estimate, so where there is none, none is shown.
[[nodiscard]] const audit::CounterfactualReport::Interval& shown_interval(
    const audit::CounterfactualReport::Summary& summary);

/// "11.1 to 17.7", in points; `none` where there is no interval.
[[nodiscard]] std::string points_interval(const audit::CounterfactualReport::Interval& interval,
                                          const char* none);
/// "1.000", "> 0.999", "0.825".
[[nodiscard]] std::string u_value_words(double u);
/// "95 %".
[[nodiscard]] std::string confidence_words(const audit::CounterfactualReport& report);

}  // namespace faultline::report
