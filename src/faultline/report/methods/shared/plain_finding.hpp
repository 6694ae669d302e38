#pragma once
// A finding as somebody reads it who knows no statistics: who, how often, compared with whom, how
// many people it rests on.

#include <optional>
#include <string>

#include "faultline/result/result.hpp"

namespace faultline::report {

/// Parts of "Of 1,168 people with sex = Male[ who did not have the outcome], 44 % [were flagged].
/// Among comparable people[ with the same predictions], 26 % would be expected."
struct PlainCriterion {
  result::Criterion criterion{};
  const char* whom = "";
  const char* event = "";  // empty: the mean prediction is told
  const char* alike = "";
  const char* more = "";  // title where the event is more frequent than expected
  const char* less = "";
};
/// `wanted`: a positive decision helps, so nobody is "flagged" by it.
[[nodiscard]] const PlainCriterion& plain_criterion(result::Criterion criterion,
                                                    bool wanted = false);

/// "1,168 people with race = B and sex = Male".
[[nodiscard]] std::string plain_subject(const result::Finding& finding);

/// "Flagged more often without the outcome".
[[nodiscard]] std::string plain_title(const result::Finding& finding, bool wanted = false);

/// "Of 1,168 people with race = B and sex = Male who did not have the outcome, 43.7 % were flagged.
/// Among comparable people with another race (alike in age), 26.0 % would be expected."
[[nodiscard]] std::string plain_sentence(const result::Finding& finding, bool wanted = false);

/// " But ...": what would undermine it; empty where nothing does.
[[nodiscard]] std::string doubt(const result::Finding& finding);

/// " Chance alone would show something this clear at most once in 160 times."; empty without
/// evidence.
[[nodiscard]] std::string chance_words(std::optional<result::Verdict> verdict,
                                       std::optional<double> p_value_adjusted);

}  // namespace faultline::report
