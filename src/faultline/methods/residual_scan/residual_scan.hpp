#pragma once
// Bias Scan of an outcome that is a number, an ordered class or a count: the rectangular subgroup
// whose mean departs most from what was expected, in each direction.
//
//   score of S = s^2 / (2 dispersion v) less the penalty,   s = sum of outcome less expectation
//
// with v = people of S, and so a shift mu = s / v of the mean, for numbers and classes; v = sum of
// expectations, and so a ratio q = 1 + s / v of means, for counts, whose variance is a multiple of
// their mean (quasi-Poisson); v = sum over people of the mean of their squared residual and
// everybody's where these are studentised, as paired losses of two models are. The dispersion is
// estimated from everybody. It is the log-likelihood ratio of the shift when residuals are normal;
// the p-value does not need them to be: signs of residuals are flipped at random
// (residual_people.hpp), the search is repeated, and the score that is compared is what skewness
// leaves of it (skewness.hpp). Directions are one family, adjusted by step-down max-T.

#include "faultline/methods/bias_scan/bias_scan.hpp"
#include "faultline/methods/hooks.hpp"
#include "faultline/methods/residual_scan/residual_people.hpp"

namespace faultline::methods {

/// One finding per direction, with p-value, verdict, and interval of mu or q over the whole search;
/// of a subgroup that is named for both directions the one in which it departs. Throws ConfigError
/// on options, InputError when nobody is in a named subgroup.
[[nodiscard]] BiasScanResult residual_scan(const ResidualPeople& people,
                                           const BiasScanOptions& options, const Hooks& hooks = {});

}  // namespace faultline::methods
