#pragma once
// From shares to a word. A step is advised when it is likely (80 %) to remove at least half of the
// difference, in the order of what costs least: another model, telling it the group, more people of
// the worse-off group, more people. Other variables are advised when at least half is likely to
// stay whatever is done. Where none of these holds, steps that are likely to remove a quarter are
// named as parts; otherwise nothing is decided.

#include <vector>

#include "faultline/methods/sources/counterfactuals.hpp"

namespace faultline::methods {

struct AdvisedStep {
  Action action = Action::undecided;
  std::vector<Action> parts{};  // of an undecided whole: what would remove some, largest first
};

[[nodiscard]] AdvisedStep advised(const Counterfactuals& shares);

}  // namespace faultline::methods
