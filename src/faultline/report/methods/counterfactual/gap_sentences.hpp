#pragma once
// Gaps between groups in sentences: the largest gap and how sure it is, where outcomes as they
// happened tell another story, what a u-value says and does not say.

#include <string>
#include <vector>

#include "faultline/result/result.hpp"

namespace faultline::report {

/// The answer for one decision: the largest gap of each rate, the larger first, and how sure it is;
/// then outcomes as they happened.
[[nodiscard]] std::vector<std::string> short_sentences(
    const result::CounterfactualReport& report,
    const result::CounterfactualReport::Decision& decision);

/// What a u-value is, and is not; empty without permutations.
[[nodiscard]] std::string u_value_sentence(const result::CounterfactualReport& report);

}  // namespace faultline::report
