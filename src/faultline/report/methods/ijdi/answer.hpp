#pragma once
// What a sweep of IJDI-Scan answers, for somebody who knows no statistics: up to where the evidence
// goes, who is concerned, and how chance was judged. The rule behind the sentences: "base rates can
// justify it" is said only where a test failed above one that did not, and the subgroup with
// evidence lies within what is justified there; a sweep never acquits.

#include <string>
#include <vector>

#include "faultline/report/document/document.hpp"
#include "faultline/report/methods/ijdi/words.hpp"

namespace faultline::report {

/// "Some people without the outcome are flagged more often than others, and base rates do not
/// justify it even if ..."
[[nodiscard]] std::string sweep_sentence(const ErrorSweep& sweep, const result::Result& result);

/// "Of 464 people with race = B who did not have the outcome, 59.3 % were flagged; of everybody
/// else, 18.6 %. ..." Only for a finding with a subgroup.
[[nodiscard]] std::string plain_ijdi_sentence(const result::Finding& finding);

/// The findings that tell most: those with evidence at the smallest and at the largest lambda, or
/// what stands out most where there is none.
[[nodiscard]] Verdicts sweep_verdicts(const ErrorSweep& sweep, const result::Result& result);

/// The same findings for those who know the words.
[[nodiscard]] std::vector<std::string> sweep_story(const ErrorSweep& sweep,
                                                   const result::Result& result);

/// What the scans without evidence do not show; empty when every scan gave evidence.
[[nodiscard]] std::vector<std::string> ijdi_open_sentences(const result::Result& result);

/// What was drawn to know what chance does, and how the tests share the level; empty without tests.
[[nodiscard]] std::vector<std::string> chance_sentences(const std::vector<ErrorSweep>& sweeps,
                                                        const result::Result& result);

}  // namespace faultline::report
