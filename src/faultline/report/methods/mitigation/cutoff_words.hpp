#pragma once
// A threshold in the words of the score that people know: where predictions were made of an ordinal
// score, by its values.

#include <string>

#include "faultline/result/result.hpp"

namespace faultline::report {

/// "decile_score 7 or more, and 34.2 % of those with 6, by lot"; "a score above 0.62".
[[nodiscard]] std::string cutoff_words(const result::Cutoff& cutoff,
                                       const result::MitigationReport& report);

/// The same, short enough for a table: "7 or more + 34.2 % of 6", "> 0.62".
[[nodiscard]] std::string cutoff_cell(const result::Cutoff& cutoff,
                                      const result::MitigationReport& report);

}  // namespace faultline::report
