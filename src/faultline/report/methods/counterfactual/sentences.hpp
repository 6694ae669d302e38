#pragma once
// Counterfactual error rates in sentences for somebody who knows the hospital and not the method:
// what was done, who is left out, what untreated people have to stand for.

#include <string>
#include <vector>

#include "faultline/result/result.hpp"

namespace faultline::report {

/// What was done, in two or three sentences.
[[nodiscard]] std::string done_sentence(const result::CounterfactualReport& report,
                                        const result::Result& result);
/// Which intersections the summaries leave out, with counts and reasons.
[[nodiscard]] std::vector<std::string> excluded_sentences(
    const result::CounterfactualReport& report);
/// Weights, clipping and trimming of a decision; its warnings stand beside.
[[nodiscard]] std::string positivity_sentence(
    const result::CounterfactualReport::Decision& decision);
/// What was borrowed from where, and what that assumes.
[[nodiscard]] std::string small_groups_sentence(
    const result::CounterfactualReport::SmallGroups& small);

}  // namespace faultline::report
