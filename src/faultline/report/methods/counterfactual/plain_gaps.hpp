#pragma once
// The first screen of a counterfactual audit, for somebody who knows no statistics: who is missed
// or flagged needlessly more often than whom, how many people that rests on, how sure it is, and
// what else could explain it.

#include <optional>
#include <string>
#include <vector>

#include "faultline/report/document/document.hpp"
#include "faultline/report/methods/counterfactual/words.hpp"

namespace faultline::report {

/// The pair of groups that a report speaks of first: of the pairs whose rates rest on enough people
/// and that are told apart, else of all such pairs, the one farthest apart. The higher rate first.
struct Headline {
  const result::CounterfactualReport::Group* high = nullptr;
  const result::CounterfactualReport::Group* low = nullptr;
  result::CounterfactualReport::Interval interval{};  // of the higher rate minus the lower
  bool apart = false;                                 // the interval leaves out 0
};
[[nodiscard]] std::optional<Headline> headline(
    const result::CounterfactualReport::Decision& decision, CounterfactualRate rate);

/// Both rates of a decision, those with evidence first.
[[nodiscard]] Verdicts plain_verdicts(const result::CounterfactualReport& report,
                                      const result::CounterfactualReport::Decision& decision,
                                      const std::string& link);

/// "Had nobody been treated, ...": the answer to the question of the report.
[[nodiscard]] std::string lead_sentence(const result::CounterfactualReport& report);

/// What counting outcomes as they happened would have hidden or made up, where that is clear.
[[nodiscard]] std::vector<std::string> treatment_sentences(
    const result::CounterfactualReport::Decision& decision);

/// Two decisions in the average gap of each rate, the interval before the estimate.
[[nodiscard]] std::vector<std::string> change_sentences(const result::CounterfactualReport& report);

}  // namespace faultline::report
