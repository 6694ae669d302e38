#pragma once
// Whose error rate is too high or too low, described by a few numbers instead of a rectangle: among
// the people of the audited outcome a logistic regression of the decision,
//   logit P(flagged) = logit e + a + sum over the attributes of b[value],   ridge 3 on b,
// with e what the criterion expects. The b become whole points, ten of which double the odds; sums
// of points cut the audited people into five groups of about equal size. A group's threshold is
// moved so that its rate changes by kappa (mean e - mean fitted): not by its own excess, which is
// mostly chance where the group was found by a search.

#include <cstdint>
#include <vector>

#include "faultline/methods/mitigation/cutoff.hpp"
#include "faultline/methods/mitigation/mitigation.hpp"

namespace faultline::methods {

struct SmoothFit {
  struct Group {
    ScoreCounts scores{};  // of the audited people
    std::int64_t audited = 0;
    double rate = 0;      // of the old decisions
    double expected = 0;  // mean e
    double fitted = 0;    // mean of the fit
  };
  PointsRule points{};  // with the old threshold in every group
  std::vector<Group> groups{};
  bool converged = true;
};

/// `positive` holds the old decisions. Nobody of the audited outcome, or all decided alike: one
/// group, no points.
[[nodiscard]] SmoothFit fit_smooth(const MitigationInput& input, const MitigationOptions& options,
                                   std::span<const std::int64_t> positive);

/// The rule at strength kappa, 0 to 1. A group with fewer audited people than it takes, or whose
/// threshold may not move that way, keeps the old one.
[[nodiscard]] PointsRule rule_at(const SmoothFit& fit, const MitigationOptions& options,
                                 double kappa);

}  // namespace faultline::methods
