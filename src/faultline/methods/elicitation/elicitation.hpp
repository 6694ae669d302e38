#pragma once
// Eliciting what a disparity costs (Menghani, McFowland, Neill, Appendix C). One system errs for z1
// % of group A and z2 % of group B, another for the same share of both: at which share z3 would one
// rather have the first? With x = |z1 - z2| and y = z3 - (z1 + z2) / 2, the answer prices the
// disparity at 4 y / x errors, and several answers by least squares through the origin,
//   ratio = 4 sum x y / sum x^2.
// An answer below the mean of z1 and z2 is dominated: it prefers more errors and more disparity.
// Assumes that both kinds of harm grow in proportion to the rates, and that the groups are equally
// large.

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "faultline/methods/ijdi/ijdi.hpp"
#include "faultline/methods/result.hpp"

namespace faultline::methods {

/// Error rates of groups A and B under the uneven system, in percent.
struct Question {
  int z1 = 0;
  int z2 = 0;
  friend bool operator==(const Question&, const Question&) = default;
};

/// Question `number` (from 0) of a seed: uniform over the pairs of whole numbers from 0 to 100 that
/// differ and have a whole mean. The same whatever was asked before.
[[nodiscard]] Question draw_question(std::uint64_t seed, std::uint32_t number);

[[nodiscard]] inline bool is_dominated(double z1, double z2, double z3) {
  return z3 < (z1 + z2) / 2;
}

/// 4 y / x; below 0 for a dominated answer. z1 and z2 must differ.
[[nodiscard]] double answer_ratio(double z1, double z2, double z3);

/// Least-squares ratio and spread of the answers that are not dominated; `lambda` stays empty.
/// Without any such answer the estimate is NaN; with one there is no spread.
[[nodiscard]] ElicitReport::Ratio fit_ratio(std::span<const ElicitReport::Answer> answers);

struct ElicitOutcome {
  ElicitReport report{};
  Notices notices{};
};

/// Ratio of all answers and of each person (in the order of their first answers), lambda, and what
/// it means in words. Of an answer only person, z1, z2 and z3 are read. `cost_ratio` is cost(FN) /
/// cost(FP); none takes both errors for equally bad and warns. Throws InputError without an answer,
/// when a rate is outside [0, 100] or z1 = z2; ConfigError unless the cost ratio is finite and
/// above 0.
[[nodiscard]] ElicitOutcome elicit(ErrorRate error, std::vector<ElicitReport::Answer> answers,
                                   std::optional<double> cost_ratio);

}  // namespace faultline::methods
