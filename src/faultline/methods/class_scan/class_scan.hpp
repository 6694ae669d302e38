#pragma once
// Bias Scan of an outcome with several classes, each against the rest: for every class and
// direction the subgroup in which the class departs most from its probability. The scans share
// their redraws and are one family, adjusted by step-down max-T, so that any false claim among all
// of them has a probability of at most alpha. The p-value in closed form (closed_form.hpp) counts
// classes as it does directions: D W e^-L holds for each class's scan, and bounds add up. Where the
// overall shares are expected, counts given these shares are hypergeometric, for which it holds
// too.

#include "faultline/methods/bias_scan/bias_scan.hpp"
#include "faultline/methods/class_scan/class_people.hpp"
#include "faultline/methods/hooks.hpp"

namespace faultline::methods {

/// One finding per class and direction, by class; of a subgroup that is named, one per class.
/// Throws ConfigError on options, InputError when nobody is in a named subgroup.
[[nodiscard]] BiasScanResult class_scan(const ClassPeople& people, const BiasScanOptions& options,
                                        const Hooks& hooks = {});

}  // namespace faultline::methods
