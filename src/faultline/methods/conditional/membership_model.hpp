#pragma once
// The model of membership behind redraws: a logistic regression on a rich design (dummies, numbers
// and their normal scores with splines, pairwise products, and steps where a number jumps), ridge 1
// on standardised columns, fitted in sample. Main effects alone are not
// enough: where class and event share a curve or an interaction, a test that redraws from them
// rejects as often as the published one. Cross-fitting makes the test liberal.

#include <span>
#include <vector>

#include "faultline/methods/result.hpp"
#include "faultline/model/design/rich_design.hpp"

namespace faultline::methods {

struct MembershipFit {
  std::vector<double> probability{};  // [row]
  int columns = 0;
  Notices notices{};  // where the level of a test that redraws from it is not established
};

// Peduzzi et al.'s (1996) rule of thumb is ten people of the rarer kind for each column; with fewer
// than five, a fit is mostly about these people.
inline constexpr double kPeoplePerColumn = 5;

/// `covariates`: how many, however many columns they make. People of both kinds.
[[nodiscard]] MembershipFit fit_membership(const model::RichDesign& design, int covariates,
                                           std::span<const double> people,
                                           std::span<const double> members);

}  // namespace faultline::methods
