#pragma once
// Counterfactual error rates in sentences for somebody who knows the hospital and not the method,
// the same in text and HTML: what was done, the largest gap and how sure it is, where outcomes as
// they happened tell another story, what a u-value says and does not say.

#include <string>
#include <utility>
#include <vector>

#include "faultline/result/result.hpp"

namespace faultline::report {

/// What was done, in two or three sentences.
[[nodiscard]] std::string done_sentence(const result::CounterfactualReport& report,
                                        const result::Result& result);
/// The answer for one decision: the largest gap of each rate, the larger first, and how sure it is;
/// then outcomes as they happened.
[[nodiscard]] std::vector<std::string> short_sentences(
    const result::CounterfactualReport& report,
    const result::CounterfactualReport::Decision& decision);
/// What a u-value is, and is not.
[[nodiscard]] std::string u_value_sentence(const result::CounterfactualReport& report);
/// Which intersections the summaries leave out, with counts and reasons.
[[nodiscard]] std::vector<std::string> excluded_sentences(
    const result::CounterfactualReport& report);
/// Weights, clipping and trimming of a decision; its warnings stand beside.
[[nodiscard]] std::string positivity_sentence(
    const result::CounterfactualReport::Decision& decision);
/// What was borrowed from where, and what that assumes.
[[nodiscard]] std::string small_groups_sentence(
    const result::CounterfactualReport::SmallGroups& small);

/// Consistency, positivity, ignorability: a heading and a sentence each.
[[nodiscard]] const std::vector<std::pair<std::string, std::string>>& assumptions();

}  // namespace faultline::report
