#pragma once
// The parts of the document on rates by group.

#include <string>
#include <vector>

#include "faultline/report/document/document.hpp"
#include "faultline/report/methods/metrics/words.hpp"
#include "faultline/result/result.hpp"

namespace faultline::report {

/// So many rates with their intervals stand beside each other on a terminal of 80 columns.
inline constexpr std::size_t kBeside = 4;

/// Some rates of all groups beside each other, intervals below; '*' marks evidence.
[[nodiscard]] Table rates_board(const result::MetricsReport& report,
                                const std::vector<result::RateName>& rates, std::string caption);
/// Every rate of the groups of one set, drawn, with differences, ratios and tests.
[[nodiscard]] Table set_table(const result::MetricsReport& report, const ShownSet& set);
/// Differences, evidence first.
[[nodiscard]] Table comparisons_table(const result::MetricsReport& report);
[[nodiscard]] Table gaps_table(const result::MetricsReport& report);
/// Rates that are not there, and why, each reason once per group.
[[nodiscard]] std::vector<std::string> not_estimable(const result::MetricsReport& report);

/// What both groups have, in one sentence; empty where the result does not say.
[[nodiscard]] std::string pair_sentence(const result::MetricsReport& report,
                                        const result::MetricsReport::Comparison& one);
/// What the run says first: the clearest difference, or that none is clear. `outcome` is what the
/// data call the outcome, empty where that is not known.
[[nodiscard]] std::vector<std::string> metrics_story(const result::MetricsReport& report,
                                                     const std::string& outcome = "");
/// How groups are compared: "Groups are compared with the largest one ...".
[[nodiscard]] std::string reference_sentence(const result::MetricsReport& report);
[[nodiscard]] Section metrics_guide(const result::MetricsReport& report);

/// Comparisons that were tested, each test once, evidence and small p-values first.
[[nodiscard]] std::vector<const result::MetricsReport::Comparison*> ordered_comparisons(
    const result::MetricsReport& report);

}  // namespace faultline::report
