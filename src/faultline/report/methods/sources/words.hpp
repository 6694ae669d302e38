#pragma once
// Metrics, actions and numbers of an analysis of sources as a person reads them. Costs of a binary
// outcome are in percent (the Brier score times 100), their differences in percentage points; costs
// of a number stay in its squared unit.

#include <optional>
#include <string>
#include <vector>

#include "faultline/result/result.hpp"

namespace faultline::report {

/// Whether costs are shown in percent.
[[nodiscard]] bool is_binary(const result::SourcesReport& report);

/// "FNR", "Zero-one", "Brier".
[[nodiscard]] std::string metric_short(const result::SourcesReport& report,
                                       result::CostMetric metric);
/// "false negative rate".
[[nodiscard]] std::string metric_words(const result::SourcesReport& report,
                                       result::CostMetric metric);
/// Among whom, and what is counted: "people with the outcome who are predicted not to have it".
[[nodiscard]] std::string metric_meaning(const result::SourcesReport& report,
                                         result::CostMetric metric);
/// "in %, the Brier score times 100"; "in squared units of the outcome".
[[nodiscard]] std::string unit_words(const result::SourcesReport& report);

/// "More people".
[[nodiscard]] std::string action_words(result::Action action);

/// "Female - Male": whose difference it is.
[[nodiscard]] std::string minus_words(const result::SourcesReport::Groups& groups);
/// "Female and Male".
[[nodiscard]] std::string both_words(const result::SourcesReport::Groups& groups);

/// A cost: "44.2", "0.00713".
[[nodiscard]] std::string cost_cell(const result::SourcesReport& report, double cost);
/// A difference of costs: "-7.1".
[[nodiscard]] std::string gap_cell(const result::SourcesReport& report, double gap);
/// "41.9 to 46.5", "above 1.2" where an end is infinite; kNone for none.
[[nodiscard]] std::string cost_range(const result::SourcesReport& report,
                                     const result::SourcesReport::Interval& interval);
[[nodiscard]] std::string gap_range(const result::SourcesReport& report,
                                    const result::SourcesReport::Interval& interval);
/// "< 0.0001", "0.0213"; kNone for none.
[[nodiscard]] std::string p_cell(const std::optional<double>& p);
/// A number of people that nobody counted: two digits, "84,000".
[[nodiscard]] std::string size_words(double people);

/// For a head: "Mahalanobis".
[[nodiscard]] std::string noise_method_words(result::NoiseMethod method);
/// "4.2 to 8.0", "at most 12.4", "at least 4.2", "not computed".
[[nodiscard]] std::string noise_range(const result::SourcesReport::Noise& noise);

/// Who is compared, by which model, and who predicted whom.
[[nodiscard]] std::string done_sentence(const result::SourcesReport& report);

/// When the difference comes down to what was asked, "down to 1.0 points: about 84,000 people
/// (...).", and where its fitted curve changes sign; empty where neither is known.
[[nodiscard]] std::string answer_words(const result::SourcesReport& report,
                                       const result::SourcesReport::GapCurve& curve);

/// The metrics that occur, in the order of the report's costs, curves and decompositions.
[[nodiscard]] std::vector<result::CostMetric> metrics_in(const result::SourcesReport& report);

/// What was left out or is to be read with care: the report's own sentences, and models that did
/// not converge.
[[nodiscard]] std::vector<std::string> care_sentences(const result::SourcesReport& report);

}  // namespace faultline::report
