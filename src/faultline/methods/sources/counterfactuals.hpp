#pragma once
// How much of today's difference each step would remove, for one question. With the table of
// predictions, "another model" and "tell it the group" are measured: means of paired differences
// over people. "More data" and "more of the worse-off group" are forecasts from learning curves;
// a difference that closes because the other side gets worse does not count, so a share is at most
// twice what the worse-off side itself gains. "Other variables" is what would stay: the difference
// of the best models of both sides with ten times the people, and in the limit.
// Shares are draws, 2,000 each: of a normal distribution where they are measured, of the laws where
// they are forecast.

#include <optional>
#include <string>
#include <vector>

#include "faultline/methods/sources/outlook.hpp"
#include "faultline/methods/sources/questions.hpp"

namespace faultline::methods {

struct ShareDraws {
  std::vector<double> draws{};  // at most 1; empty: not told
  std::string how{};            // the candidate, or why it is not told

  [[nodiscard]] bool told() const { return !draws.empty(); }
  [[nodiscard]] double median() const;
  /// Of which 90 % of the draws lie inside.
  [[nodiscard]] std::pair<double, double> interval() const;
  /// P(share >= x); 0 where it is not told.
  [[nodiscard]] double chance_of(double x) const;
};

struct Counterfactuals {
  double gap = 0;  // today's, worse minus better, by the folds of the table
  ShareDraws model{}, tell{}, more_of_group{}, more_data{};
  ShareDraws kept{}, kept_in_limit{};  // of what would stay, 0 to 1
  // In standard errors: how far the worse-off side's own cost falls
  double model_falls = 0;
  double tell_falls = 0;
  double tell_over_model = 0;    // removed beyond what the other model removes, share of the gap
  double tell_over_model_z = 0;  // the same in standard errors
  double tell_proper_z = 0;      // better by its proper score than the best without the group
  // What ten times as many of the worse-off side do to the other, now and then; none: not told
  std::optional<std::pair<double, double>> other_side{};
  std::optional<std::pair<double, double>> other_side_interval{};
};

/// With all candidates tried. The parts that were not run have shares that are not told.
[[nodiscard]] Counterfactuals counterfactuals_of(const GapQuestion& question, Outlooks& outlooks,
                                                 bool candidates, bool forecasts);

}  // namespace faultline::methods
