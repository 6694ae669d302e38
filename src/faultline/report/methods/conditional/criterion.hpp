#pragma once
// The fairness criteria of Conditional Bias Scan in words: what each asks, and how its rate is
// called in a sentence. "Flagged" means a positive decision; no word of a subject (courts, credit,
// medicine) appears.

#include <string_view>

#include "faultline/result/result.hpp"

namespace faultline::report {

/// Parts of sentences; each comment shows the sentence it completes.
struct CriterionWords {
  result::Criterion metric = result::Criterion::fpr;
  std::string_view name{};      // "Higher ___": "false positive rate"
  std::string_view question{};  // "fpr: ___": "among people without the outcome, how many ..."
  std::string_view happened{};  // "43.7 % (510 of 1,168) ___": "of those without the outcome ..."
                                // of a mean: "the mean prediction of 1,168 people ___"
  std::string_view event{};     // "the odds of ___ are 2.63 times what is expected"
  std::string_view alike{};     // "comparable people ___ outside the class": "with the same ..."
};

/// `wanted`: a positive decision helps, so nobody is "flagged" by it.
[[nodiscard]] const CriterionWords& criterion(result::Criterion metric, bool wanted = false);

/// Whether the run was told that a negative decision is what harms (`harm`).
[[nodiscard]] bool decision_is_wanted(const result::Result& result);

}  // namespace faultline::report
