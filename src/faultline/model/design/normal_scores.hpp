#pragma once
// Normal scores (van der Waerden): the normal quantile of the share of people with a smaller value,
// half of those with the same one counted. They depend on the order of the values alone, so that a
// number with a long tail, its logarithm and its square root are one to a model.

#include <span>
#include <vector>

namespace faultline::model {

/// One per value; every value counts as often as it has people, and values without people get the
/// score of their place among the others. Some people.
[[nodiscard]] std::vector<double> normal_scores(std::span<const double> values,
                                                std::span<const double> people);

}  // namespace faultline::model
