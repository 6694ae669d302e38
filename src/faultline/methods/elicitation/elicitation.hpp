#pragma once
// Eliciting what a disparity costs (Menghani, McFowland, Neill, Appendix C). One system errs for z1
// % of group A and z2 % of group B, another for the same share of both: at which share z3 would one
// rather have the first? Answers price the disparity in errors (ratio.hpp), and with the costs of
// errors that gives lambda. An answer below the mean of z1 and z2 is dominated: it prefers more
// errors and more disparity. Assumes that both kinds of harm grow in proportion to the rates, and
// that the groups are equally large.

#include <optional>
#include <vector>

#include "faultline/methods/ijdi/ijdi.hpp"
#include "faultline/methods/result.hpp"

namespace faultline::methods {

struct ElicitOutcome {
  ElicitReport report{};
  Notices notices{};
};

/// Ratio of all answers and of each person (in the order of their first answers), lambda, their
/// intervals, and what it means in words. Of an answer only person, z1, z2 and z3 are read.
/// `cost_ratio` is cost(FN) / cost(FP); none takes both errors for equally bad and warns. Throws
/// InputError without an answer, when a rate is outside [0, 100] or z1 = z2; ConfigError unless the
/// cost ratio is finite and above 0.
[[nodiscard]] ElicitOutcome elicit(ErrorRate error, std::vector<ElicitReport::Answer> answers,
                                   std::optional<double> cost_ratio);

}  // namespace faultline::methods
