#pragma once
// A finding of two models' losses in words and numbers, and the changes of rates as tables show
// them. "The old model" is the one before, "the new model" the one after.

#include <string>
#include <vector>

#include "faultline/report/document/document.hpp"
#include "faultline/report/methods/shared/wording.hpp"
#include "faultline/result/result.hpp"

namespace faultline::report {

/// A scan of two models' losses.
[[nodiscard]] bool compares_losses(const result::Finding& finding);

/// The rest only for such findings.
[[nodiscard]] Wording loss_wording(const result::Finding& finding);

/// A loss as a person reads it: of wrong decisions "23.1 %", else "0.181".
[[nodiscard]] std::string loss_number(const result::Finding& finding, double loss);
/// A difference of losses: "5.3 points", "0.019".
[[nodiscard]] std::string loss_difference(const result::Finding& finding, double difference);

/// "The new model errs more often than the old one for the 412 people with sex = Female: 23.1 % of
/// its decisions are wrong, against 17.8 % of the old model's." With a subgroup.
[[nodiscard]] std::string loss_sentence(const result::Finding& finding,
                                        const result::Result& result);
/// "5.3 points higher".
[[nodiscard]] std::string loss_theta(const result::Finding& finding);
[[nodiscard]] Facts loss_facts(const result::Finding& finding, const result::Result& result);
/// Both models' losses value by value inside the subgroup.
[[nodiscard]] Table loss_breakdown(const result::Finding& finding);

/// "sex = F and region = North or West"; "everybody".
[[nodiscard]] std::string named_values(const result::Finding& finding);

/// What the run says first: where it got worse, or that none is clear.
[[nodiscard]] std::vector<std::string> compare_story(const result::Result& result);

/// Of two rates that say the same, such as TPR beside FNR, the second.
[[nodiscard]] bool is_mirror(const result::CompareReport& report, result::RateName rate);

/// Rates before and after, everybody first; a terminal shows those that people ask for first.
[[nodiscard]] Table changes_table(const result::CompareReport& report);

}  // namespace faultline::report
