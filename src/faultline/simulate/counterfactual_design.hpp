#pragma once
// The designs of Wastvedt, Huling and Wolfson (2022), Section 4: four panels in which one
// intervention strength z runs from 0 to 1. There are no covariates. Decisions are drawn from the
// outcome that happened, with a false positive rate of .1 and a false negative rate of .2 in every
// group, so that
//   cFPR(a) = .1,   cFNR(a) = .2 + .7 P(D = 1 | Y0 = 1, a) z(a)
// exactly. Treatment depends on Y0 itself: ignorability fails, and no estimator finds these rates
// from what can be observed. They show what the metrics say, not how well they are estimated.

#include <cstdint>

#include "faultline/simulate/counterfactual_people.hpp"

namespace faultline::simulate {

/// a and c: the strength in group 11 is z, .2 elsewhere. b: the same with other group sizes. d: z
/// in groups 01 and 10, .8 in 11, .2 in 00.
enum class CounterfactualDesign { a, b, c, d };

/// "4a" .. "4d". Throws ConfigError.
[[nodiscard]] CounterfactualDesign parse_design(const std::string& text);

/// Throws ConfigError unless 0 <= z <= 1.
[[nodiscard]] CounterfactualTruth truth_of(CounterfactualDesign design, double z);
/// The column pi_true is P(D = 1 | A, S), and does not make treatment ignorable.
[[nodiscard]] CounterfactualPeople draw_people(CounterfactualDesign design, double z,
                                               std::int64_t people, std::uint64_t seed);

}  // namespace faultline::simulate
