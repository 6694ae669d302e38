#pragma once
// Two models that lose the same on average for everybody, however their losses vary: what a
// comparison must not take for a change. The second one can be made worse in one subgroup.
//
// An outcome has probability pi, .35 to .65; each model says something else. Whoever says pi + e
// loses e^2 more in squared distance (Brier) than whoever says pi, and KL(pi, p) more in log loss:
// so models of equal mean loss are made that differ in all else.

#include <cstdint>
#include <span>
#include <vector>

#include "faultline/methods/compare/compare_models.hpp"

namespace faultline::studies {

enum class PairedDesign {
  exchangeable,  // both err alike, independently
  correlated,    // nine in ten say the same, the others err independently
  spread,        // equal means, but the second errs rarely and far; more so in one group
  rare,          // one in thirty-six errs six times as far, and nobody else
  heavy_tails,   // log loss; log-odds off by t with two degrees of freedom
  skewed,        // log loss; the second is nearly always right and rarely terribly wrong
  decisions,     // wrong decisions, equally frequent; how often the models differ varies
  few_differ,    // the same, but they differ for one person in fifty
  trade,         // the second has more false positives and as many fewer false negatives
  tiny_groups,   // as spread, with an attribute of twelve values, most of them rare
};
[[nodiscard]] std::span<const PairedDesign> all_paired_designs();
[[nodiscard]] const char* title(PairedDesign design);
[[nodiscard]] methods::PairedLoss loss_of(PairedDesign design);
/// Whether both models' predictions and decisions could be exchanged person by person, so that no
/// rate whatever changed.
[[nodiscard]] bool is_exchangeable(PairedDesign design);

/// Three attributes of 2, 3 and 4 (or 12) values, later ones rarer.
struct PairedSample {
  methods::ComparedPeople people{};
  std::vector<double> change{};  // true mean change of the loss, per entry
};

/// `effect` is the mean change of the loss in a=0, b=1, some 21 % of the people.
[[nodiscard]] PairedSample paired_sample(PairedDesign design, std::int64_t people, double effect,
                                         std::uint64_t seed, std::uint32_t data_set);

/// An effect that is neither never nor always found with a thousand people.
[[nodiscard]] double usual_effect(PairedDesign design);

/// Some 6 % of the people, to be tested by name.
inline constexpr const char* kNamedPair = "a=1;b=2";

}  // namespace faultline::studies
