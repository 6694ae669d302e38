#pragma once
// GerryFair's auditor (Kearns, Neel, Roth, Wu), as Boxer, McFowland and Neill describe and adapt it
// (Appendix B.1): a linear regression of how far each prediction lies from the overall error rate
// on the features; the people whose regression value is above zero form one subgroup, those below
// the other.
//
// What the description leaves open, and what is done here:
// - The error rate of a probability is its mean over the people who count: mean P over Y = 0 (false
//   positives), mean 1 - P over Y = 1 (false negatives).
// - A cost is the overall rate minus the person's own, so a cost that is predicted below that of
//   the zero regression (which is zero) marks people above the rate. The costs of the other
//   direction are the negatives, so one regression gives both subgroups.
// - Least squares without a ridge, over the people who count. Its rule is then applied to everybody
//   with such features, whatever their outcome, because a subgroup is a set of features.
// - The auditor's own choice between the two: the larger size times distance, where the size is the
//   share of all people that count and belong, and the distance |rate inside - overall rate|.
//   Distances from a mean sum to zero, so the two products are equal unless somebody's regression
//   value is exactly zero: a choice by this rule is a tie. It goes to the subgroup below the rate,
//   which is the one that the paper reports for the default auditor on both of its data sets.

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "faultline/rivals/audit_rows.hpp"

namespace faultline::rivals {

enum class ErrorRate { false_positive, false_negative };

/// Which of the two subgroups is returned.
enum class Deviation {
  larger,  // the auditor's default
  above,   // directional: rates above the overall one
  below,
};

struct GerryFairOptions {
  ErrorRate rate = ErrorRate::false_positive;
  Deviation deviation = Deviation::larger;
};

struct GerryFairResult {
  std::vector<std::uint8_t> member{};  // of each entry: 1 inside
  bool above = true;                   // which subgroup it is
  double overall_rate = 0;
  double subgroup_rate = 0;       // over its people who count; NaN when there are none
  double weighted_deviation = 0;  // size times distance
  std::vector<std::pair<std::string, double>>
      coefficients{};  // of the distance from the overall rate, upwards
};

/// The subgroup may be empty (no prediction departs from the rate). Throws InputError when nobody
/// counts (no negative outcome for false positives, no positive one for false negatives).
[[nodiscard]] GerryFairResult gerryfair(const AuditRows& rows, const GerryFairOptions& options);

}  // namespace faultline::rivals
