#pragma once
// What to do about the differences of the first model, worst first: the shares that every step
// would remove (counterfactuals.hpp), the word that sums them up (advice.hpp), and sentences with
// the figures behind it.

#include <vector>

#include "faultline/methods/result.hpp"
#include "faultline/methods/sources/input.hpp"
#include "faultline/methods/sources/outlook.hpp"
#include "faultline/methods/sources/questions.hpp"

namespace faultline::methods {

/// What notices of its absence are about.
inline constexpr auto kRecommendation = "recommendation";

/// Adds one entry per significant question, and one that nothing is to be done per contrast that
/// has none. Without `outlooks` (no learner, or too few people) causes cannot be told.
void add_recommendation(const std::vector<GapQuestion>& questions, const SourcesOptions& options,
                        Outlooks* outlooks, SourcesReport& report);

/// Whether a level that recommendations speak of, of any model, is significant after adjustment.
[[nodiscard]] bool has_significant_level(const SourcesReport& report, double alpha);

}  // namespace faultline::methods
