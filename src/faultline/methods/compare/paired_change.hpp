#pragma once
// How a rate of one model differs from that of another among the same people, with an interval and
// a test that know it. Shares of the same people (error rates, accuracy, selection rate): Tango's
// interval, McNemar's exact test. Means: Student's t of each person's difference; an interval from
// kFewestForMean people on whose values differ, a test from kFewestToTest on, because many
// unchanged people and a few changed ones are anything but normal. AUC: DeLong's variance of the
// difference, with the sizes that `metrics` asks for. Predictive values, F1 and balanced accuracy:
// an interval by square and add with the correlation of both rates, and no test, because the people
// they are about are chosen by each model itself. A slope has neither.

#include "faultline/methods/compare/compared_people.hpp"
#include "faultline/methods/metrics/measure.hpp"

namespace faultline::methods {

/// The rate whose test is the same, as tested_as of `metrics`; the calibration gap changes as the
/// mean score does, because the outcomes are the same. None: never tested.
[[nodiscard]] std::optional<RateName> paired_tested_as(RateName rate);

/// Writes before, after, difference, interval, p-value, test and why; entry i of both lists is the
/// same people.
void compare_paired(RateName rate, const std::vector<SideEntry>& before,
                    const std::vector<SideEntry>& after, const Measure& measure_before,
                    const Measure& measure_after, double confidence, CompareReport::Change& change);

}  // namespace faultline::methods
