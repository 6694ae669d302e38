#pragma once
// A finding in plain words, the same in every medium. The rule behind every sentence: "not enough
// evidence" must never read as "fair", and a search that did not prove its optimum must say so.

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "faultline/result/result.hpp"

namespace faultline::report {

enum class Verdict {
  not_comparable,   // there are too few comparable people to judge by
  not_computed,     // there was nothing to search
  nothing_found,    // no subgroup scores above 0
  not_tested,       // no replicates were asked for
  no_p_value,       // tested, but the null distribution does not allow a p-value
  undecided,        // so few replicates cannot reach alpha
  not_significant,  // adjusted p above alpha
  significant,
};

[[nodiscard]] Verdict verdict(const result::Finding& finding, double alpha);

/// "Evidence of a difference", "Not enough evidence", "Not tested", ...
[[nodiscard]] std::string verdict_label(Verdict verdict);

/// The same for a table, "Evidence"; where it must be said in full, empty.
[[nodiscard]] std::string_view verdict_in_brief(Verdict verdict);

/// Our own words, ASCII at their start, at the start of a line.
[[nodiscard]] std::string capitalised(std::string words);

/// A heading, ASCII at its start, inside a sentence.
[[nodiscard]] std::string inside_sentence(std::string_view heading);

/// "Among the 1,221 people of the subgroup "priors: Over 5", 71.4 % had the outcome where the
/// predictions expect 60.2 %: ..."
[[nodiscard]] std::string finding_sentence(const result::Finding& finding,
                                           const result::Result& result);

/// What follows and what does not; "not enough evidence" never reads as "fair".
[[nodiscard]] std::string conclusion_sentence(const result::Finding& finding,
                                              const result::Result& result);

/// What the p-value says, where there is one, and then the conclusion.
[[nodiscard]] std::string evidence_sentence(const result::Finding& finding,
                                            const result::Result& result);

/// A rate of fewer people is shaky, and its sentence says so.
inline constexpr std::int64_t kFewPeople = 30;

/// After the rates of people held out who do not depart as those searched did.
inline constexpr const char* kNotThere =
    " What the search had found among others is not there among these people.";

/// After "It does not show that ...: ".
inline constexpr const char* kUnnoticed =
    "a real difference can go unnoticed, above all in small subgroups";

/// What can hide a difference where nothing was found, and how a lower penalty helps.
[[nodiscard]] std::string hidden_sentence(const result::Result& result);

/// How the search was made, and whether a better subgroup can exist.
[[nodiscard]] std::string search_sentence(const result::Finding& finding);

/// Warnings one after another; they may be sentences or parts of one.
[[nodiscard]] std::string join_sentences(const std::vector<std::string>& sentences);

/// Whether `data.profiles` counts profiles of attributes alone; most methods tell people apart by
/// predictions and decisions as well.
[[nodiscard]] bool counts_profiles(const result::Result& result);

/// "7,214 people in the data, 6,172 used, in 985 profiles of 2 attributes: sex and age."; without
/// the profiles where a method has none.
[[nodiscard]] std::string data_sentence(const result::Result& result);

/// The subgroup as words, "everybody" and "no subgroup" included.
[[nodiscard]] std::string subgroup_words(const result::Finding& finding);

/// Whether a search of its own found it, once the ranks before it were known. Results from before
/// verdicts list several subgroups of one search.
[[nodiscard]] bool found_after_others(const result::Finding& finding);

/// Whether every finding speaks of a subgroup that was named, or of everybody, for want of others.
[[nodiscard]] bool nothing_searched(const result::Result& result);

/// Whether size and p-value of a finding allow for a search that chose its subgroup.
[[nodiscard]] bool after_search(const result::Finding& finding);

/// Whether findings are told of people who took no part in the search.
[[nodiscard]] bool held_out(const result::Result& result);

/// Whether a search chose its subgroup among the people it is told of: not when it was named, or
/// found among others.
[[nodiscard]] bool chosen_by_search(const result::Finding& finding, const result::Result& result);

/// Whether the people of a subgroup depart in the direction of the finding; those held out need
/// not.
[[nodiscard]] bool departs(const result::Finding& finding);

/// How many people a finding is about, its own and those it is compared with: fewer than the data
/// have when some took part in the search alone.
[[nodiscard]] std::int64_t people_looked_at(const result::Finding& finding,
                                            const result::Result& result);

}  // namespace faultline::report
