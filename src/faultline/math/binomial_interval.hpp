#pragma once
// Two-sided intervals for a proportion, `successes` of `trials`. Clopper-Pearson (1934) never
// covers less than it says; Wilson (1927) is narrower and covers about what it says. No trials at
// all give [0, 1].

#include <cstdint>
#include <utility>

namespace faultline::math {

/// {lower, upper}; 0 successes give lower = 0, all successes give upper = 1. Throws InternalError
/// unless 0 <= successes <= trials and 0 < confidence < 1.
[[nodiscard]] std::pair<double, double> clopper_pearson_interval(std::int64_t successes,
                                                                 std::int64_t trials,
                                                                 double confidence = 0.95);
[[nodiscard]] std::pair<double, double> wilson_interval(std::int64_t successes, std::int64_t trials,
                                                        double confidence = 0.95);

/// The same of a share seen in an effective number of trials, neither of which need be whole; 0 <=
/// rate <= 1. No trials give [0, 1].
[[nodiscard]] std::pair<double, double> wilson_interval_of_rate(double rate, double trials,
                                                                double confidence = 0.95);

}  // namespace faultline::math
