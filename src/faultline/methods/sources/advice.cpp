#include "faultline/methods/sources/advice.hpp"

#include <algorithm>

namespace faultline::methods {
namespace {

// Judgement, tried on data with known causes: docs/results/sources.md has what they give on some,
// docs/methods/sources.md the rules that they stand in.
constexpr double kLikely = 0.8;
// A limit is known less well than what ten times the people would do.
constexpr double kLikelyInLimit = 0.7;
// Of the gap: what deserves to be called the cause, and what is worth a step at all.
constexpr double kHalf = 0.5;
constexpr double kQuarter = 0.25;
// Telling the group has a price beside its use: it must remove this much beyond another model.
constexpr double kBeyondModel = 0.2;
// More than the 1.96 of one comparison, as the candidate was picked among many.
constexpr double kStandardErrors = 2.4;
// Of two forecasts that promise about as much, more of one group costs less.
constexpr double kAboutAsLikely = 0.1;

bool model_helps(const Counterfactuals& shares, double share) {
  return shares.model.chance_of(share) >= kLikely && shares.model_falls > kStandardErrors;
}

bool tell_helps(const Counterfactuals& shares, double share) {
  return shares.tell.chance_of(share) >= kLikely && shares.tell_falls > kStandardErrors &&
         shares.tell_proper_z > kStandardErrors;
}

std::vector<Action> parts_of(const Counterfactuals& shares) {
  std::vector<std::pair<double, Action>> found;
  const auto add = [&](const ShareDraws& share, Action action) {
    found.emplace_back(-share.median(), action);
  };
  if (model_helps(shares, kQuarter)) add(shares.model, Action::model);
  if (tell_helps(shares, kQuarter) && shares.tell_over_model >= kBeyondModel)
    add(shares.tell, Action::tell_group);
  if (shares.more_of_group.chance_of(kQuarter) >= kLikely)
    add(shares.more_of_group, Action::more_of_group);
  if (shares.more_data.chance_of(kQuarter) >= kLikely) add(shares.more_data, Action::more_data);
  if (shares.kept_in_limit.chance_of(kQuarter) >= kLikely)
    add(shares.kept_in_limit, Action::variables);
  std::ranges::stable_sort(found, {}, &std::pair<double, Action>::first);
  std::vector<Action> actions;
  for (const auto& [share, action] : found) actions.push_back(action);
  return actions;
}

}  // namespace

AdvisedStep advised(const Counterfactuals& shares) {
  const bool tell = tell_helps(shares, kHalf);
  const bool tell_beyond =
      tell && shares.tell_over_model >= kQuarter && shares.tell_over_model_z > kStandardErrors;
  if (model_helps(shares, kHalf) && !tell_beyond) return {.action = Action::model};
  if (tell) return {.action = Action::tell_group};
  const double of_group = shares.more_of_group.chance_of(kHalf);
  const double of_everybody = shares.more_data.chance_of(kHalf);
  if (of_group >= kLikely && of_group >= of_everybody - kAboutAsLikely)
    return {.action = Action::more_of_group};
  if (of_everybody >= kLikely) return {.action = Action::more_data};
  // A limit that may as well be nothing is no ground for advice, however likely the half.
  if (shares.kept.chance_of(kHalf) >= kLikely &&
      shares.kept_in_limit.chance_of(kHalf) >= kLikelyInLimit &&
      shares.kept_in_limit.chance_of(kQuarter) >= kLikely)
    return {.action = Action::variables};
  std::vector<Action> parts = parts_of(shares);
  const Action first = parts.empty() ? Action::undecided : parts.front();
  return {.action = first, .parts = std::move(parts)};
}

}  // namespace faultline::methods
