#pragma once
// The two counterfactual error rates by name, their parts of a report, and their numbers as a
// person reads them.

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "faultline/report/document/format.hpp"
#include "faultline/result/result.hpp"

namespace faultline::report {

using result::CounterfactualRate;
inline constexpr CounterfactualRate kBothRates[] = {CounterfactualRate::cfpr,
                                                    CounterfactualRate::cfnr};

/// "cFPR", "cFNR".
[[nodiscard]] const char* short_name(CounterfactualRate rate);
/// "counterfactual false positives".
[[nodiscard]] const char* long_name(CounterfactualRate rate);
/// "Missed", "Flagged needlessly".
[[nodiscard]] const char* plain_title(CounterfactualRate rate);
/// Who they are: "not flagged, among people who would have had the outcome without treatment".
[[nodiscard]] const char* meaning(CounterfactualRate rate);
/// "Largest gap (max)".
[[nodiscard]] std::string summary_words(result::SummaryKind kind);

[[nodiscard]] const result::CounterfactualReport::GroupRate& rate_of(
    const result::CounterfactualReport::Group& group, CounterfactualRate rate);
[[nodiscard]] const std::optional<double>& observed_rate(
    const result::CounterfactualReport::Group& group, CounterfactualRate rate);

/// The interval that stands for a summary where there is room for one: the adaptive one. The other
/// kinds can lie beside the estimate, so where there is none, none is shown.
[[nodiscard]] const result::CounterfactualReport::Interval& shown_interval(
    const result::CounterfactualReport::Summary& summary);

/// "11.1 to 17.7", in points.
[[nodiscard]] std::string points_interval(const std::pair<double, double>& interval);
/// "39.7 to 50.6", in percent.
[[nodiscard]] std::string percent_interval(const std::pair<double, double>& interval);
/// "1.000", "> 0.999", "0.825".
[[nodiscard]] std::string u_value_words(double u);
/// "95 %".
[[nodiscard]] std::string confidence_words(const result::CounterfactualReport& report);
/// A name from the data, between quotation marks.
[[nodiscard]] std::string quoted(const std::string& text);

}  // namespace faultline::report
