#pragma once
// Impact ratios, as the rules to New York City's Local Law 144 of 2021 define them: the selection
// rate of a category (of sex, of race or ethnicity, of their intersections) divided by that of the
// most selected one; or, for a tool that scores, the scoring rate, the share of the category with a
// score above the median of all people. People whose category is not known are in no rate and are
// counted. Categories with fewer than 2 % of all people may be left out by whoever audits; here
// they are marked, and left out where that is asked.
//
// A ratio below 0.8 is marked: the "four-fifths" rule of thumb of United States employment law (29
// CFR 1607.4 D), which looks at no number of people and is no legal verdict. Intervals are
// Koopman's; as the data chose the most selected category, they hold for all pairs together.

#include "faultline/methods/metrics/group_sets.hpp"
#include "faultline/methods/metrics/metrics.hpp"

namespace faultline::methods {

/// Below this share of all people a category is small.
inline constexpr double kSmallCategory = 0.02;
inline constexpr double kFourFifths = 0.8;

/// Of tallies with decisions; a decision is a score above `median` where there is one.
[[nodiscard]] MetricsReport::Impact impact_ratios(const Tallies& tallies,
                                                  const MetricsOptions& options,
                                                  const std::optional<double>& median);

}  // namespace faultline::methods
