#pragma once
// What two models lose on the same person: 1 for a wrong decision, the squared distance of the
// prediction from the outcome (Brier), or the surprise (log loss). A scan of the differences finds
// the subgroup in which the second loses most against the first.

#include "faultline/methods/compare/compared_people.hpp"
#include "faultline/methods/residual_scan/residual_people.hpp"
#include "faultline/methods/result.hpp"

namespace faultline::methods {

/// error, brier or log_loss.
[[nodiscard]] double loss_of(Criterion loss, const SideEntry& entry);

/// The second model's loss as the outcome, the first one's as what is expected. Throws InputError
/// when a loss is infinite.
[[nodiscard]] OutcomeTable loss_table(const ComparedPeople& people, Criterion loss);

/// Whether anybody's loss differs.
[[nodiscard]] bool any_difference(const OutcomeTable& losses);

}  // namespace faultline::methods
