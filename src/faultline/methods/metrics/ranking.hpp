#pragma once
// How well scores rank people: AUC, the chance that somebody with the outcome has a higher score
// than somebody without, ties counted half. Its variance is DeLong, DeLong and Clarke-Pearson's
// (1988), the spread of each person's own share of people ranked rightly; the interval is symmetric
// on the scale of log-odds, so that it stays inside [0, 1]. Where people are few, or ranks perfect
// and that spread is 0, the interval is Newcombe's (2006, method 5): all values that lie within z
// standard errors of Hanley and McNeil's variance, computed at the value itself.

#include <span>

#include "faultline/methods/metrics/measure.hpp"

namespace faultline::methods {

[[nodiscard]] Measure ranking(std::span<const ScoreCell> cells);
[[nodiscard]] Interval ranking_interval(const Measure& measure, double confidence);

}  // namespace faultline::methods
