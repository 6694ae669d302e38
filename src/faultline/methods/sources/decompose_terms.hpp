#pragma once
// The terms of every person under one learner, metric and estimate of what is optimal, and what
// they say of groups: means, differences, and whether two learners differ in bias plus variance.

#include <optional>
#include <vector>

#include "faultline/methods/sources/decompose_draws.hpp"
#include "faultline/methods/sources/decomposition.hpp"
#include "faultline/methods/sources/input.hpp"

namespace faultline::methods {

/// Per person; none when the metric does not look at him or her, when there are fewer than two
/// predictions, or when the optimal one is not known.
[[nodiscard]] std::vector<std::optional<PersonTerms>> person_terms(
    const SourcesInput& input, const TrainingDrawsResult& draws, std::size_t learner,
    CostMetric metric, const std::vector<double>& optimal);

struct GroupTerms {
  Decomposition parts{};
  GroupCost variance{};    // of the variance terms, over people
  double predictions = 0;  // per person, on average
};
/// One per group.
[[nodiscard]] std::vector<GroupTerms> group_terms(
    const SourcesInput& input, const TrainingDrawsResult& draws, CostMetric metric,
    const std::vector<std::optional<PersonTerms>>& terms);

/// z-test that the difference between groups a and b of bias plus variance is the same for two
/// learners (supplement C), paired person by person: noise is not needed. Of the squared loss the
/// costs themselves are compared, since their noise is the same whatever the learner. None when a
/// group has fewer than two people.
[[nodiscard]] std::optional<Level> compare_bias_variance(
    const SourcesInput& input, CostMetric metric,
    const std::vector<std::optional<PersonTerms>>& first,
    const std::vector<std::optional<PersonTerms>>& second, int a, int b);

}  // namespace faultline::methods
