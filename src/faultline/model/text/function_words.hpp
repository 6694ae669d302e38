#pragma once
// Common English function words: articles, pronouns, prepositions, conjunctions, auxiliaries and
// what is left of contractions once the apostrophe has cut them ("don", "ve"). They say how a text
// is written, not what it is about. Words that carry meaning in notes and reviews ("not", "no",
// "left", "right", "well") are not among them.

#include <string_view>

namespace faultline::model {

/// `word` in lower case.
[[nodiscard]] bool is_function_word(std::string_view word);

}  // namespace faultline::model
