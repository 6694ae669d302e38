#pragma once
// Metrics, actions and numbers of an analysis of sources as a person reads them. Costs of a binary
// outcome are in percent (the Brier score times 100), their differences in percentage points; costs
// of a number stay in its squared unit.

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "faultline/audit/result.hpp"

namespace faultline::report {

/// "FNR", "Zero-one", "Brier"; the name itself when it is not known.
[[nodiscard]] std::string metric_short(const audit::SourcesReport& report, std::string_view metric);
/// "false negative rate".
[[nodiscard]] std::string metric_words(const audit::SourcesReport& report, std::string_view metric);
/// Among whom, and what is counted: "people with the outcome who are predicted not to have it".
[[nodiscard]] std::string metric_meaning(const audit::SourcesReport& report,
                                         std::string_view metric);
/// "in %, the Brier score times 100"; "in squared units of the outcome".
[[nodiscard]] std::string unit_words(const audit::SourcesReport& report);

/// "Collect more people".
[[nodiscard]] std::string action_words(std::string_view action);

/// "Female - Male": whose difference it is.
[[nodiscard]] std::string minus_words(const audit::SourcesReport::Groups& groups);
/// "Female and Male".
[[nodiscard]] std::string both_words(const audit::SourcesReport::Groups& groups);

/// A cost: "44.2", "0.00713".
[[nodiscard]] std::string cost_cell(const audit::SourcesReport& report, double cost);
/// A difference of costs: "-7.1".
[[nodiscard]] std::string gap_cell(const audit::SourcesReport& report, double gap);
/// "41.9 to 46.5", "above 1.2" where an end is infinite; "-" for none.
[[nodiscard]] std::string cost_range(const audit::SourcesReport& report,
                                     const audit::SourcesReport::Interval& interval);
[[nodiscard]] std::string gap_range(const audit::SourcesReport& report,
                                    const audit::SourcesReport::Interval& interval);
/// "< 0.0001", "0.0213"; "-" for none.
[[nodiscard]] std::string p_cell(const std::optional<double>& p);
/// A number of people that nobody counted: two digits, "84,000".
[[nodiscard]] std::string size_words(double people);

/// "upper bound by Mahalanobis' distance" and the like, for a head: "Mahalanobis".
[[nodiscard]] std::string noise_method_words(std::string_view method);
/// "4.2 to 8.0", "at most 12.4", "at least 4.2", "not computed".
[[nodiscard]] std::string noise_range(const audit::SourcesReport::Noise& noise);

/// Who is compared, by which model, and who predicted whom.
[[nodiscard]] std::string sources_done_sentence(const audit::SourcesReport& report);

/// When the difference comes down to what was asked: "1.0 points: about 84,000 people (...).";
/// empty without an answer.
[[nodiscard]] std::string answer_words(const audit::SourcesReport& report,
                                       const audit::SourcesReport::GapCurve& curve);

/// The metrics that occur, in the order of the report's costs, curves and decompositions.
[[nodiscard]] std::vector<std::string> metrics_in(const audit::SourcesReport& report);

/// The value at so many times the largest training size, none: without limit; none when there is no
/// such entry.
[[nodiscard]] const audit::SourcesReport::Extrapolation* at_factor(
    const std::vector<audit::SourcesReport::Extrapolation>& list, std::optional<double> factor);

/// What was left out or is to be read with care: the report's own sentences, and models that did
/// not converge.
[[nodiscard]] std::vector<std::string> care_sentences(const audit::SourcesReport& report);

}  // namespace faultline::report
