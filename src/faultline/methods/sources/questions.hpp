#pragma once
// The differences that advice is asked about: of two groups, or of each of several groups and all
// others, by every metric that advice speaks of, for the first model.

#include <vector>

#include "faultline/methods/sources/contrasts.hpp"
#include "faultline/methods/sources/evaluation.hpp"

namespace faultline::methods {

struct GapQuestion {
  std::size_t contrast = 0;  // index into contrasts_of the groups
  SourcesReport::Groups groups{};
  CostMetric metric = CostMetric::zero_one;
  double difference = 0;  // first minus second
  SourcesReport::Interval interval{};
  std::optional<double> p_value_adjusted{};  // none: not tested
  bool significant = false;

  [[nodiscard]] int worse_side() const { return difference >= 0 ? 0 : 1; }
  [[nodiscard]] const std::string& worse() const {
    return difference >= 0 ? groups.first : groups.second;
  }
  [[nodiscard]] const std::string& better() const {
    return difference >= 0 ? groups.second : groups.first;
  }
};

/// Two groups have the levels of the report; more groups are tested here, adjusted by Holm over all
/// contrasts and metrics. Those with a group that is worse off than all others come first, then by
/// size of the difference; those that are not significant last.
[[nodiscard]] std::vector<GapQuestion> questions_of(const SourcesInput& input,
                                                    const SourcesOptions& options,
                                                    const EvaluatedModel& evaluated,
                                                    const SourcesReport& report);

/// The levels of the report as questions, all pairs of groups of the first model.
[[nodiscard]] std::vector<GapQuestion> questions_of_levels(const SourcesReport& report,
                                                           double alpha);

/// fpr, fnr and zero-one; mse of numbers.
[[nodiscard]] bool is_asked_about(CostMetric metric, OutcomeKind outcome);

}  // namespace faultline::methods
