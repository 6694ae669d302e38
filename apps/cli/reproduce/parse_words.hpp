#pragma once
// Lists of words on the command line of a study.

#include <string>
#include <vector>

#include "faultline/base/error.hpp"
#include "faultline/base/options.hpp"
#include "faultline/base/text.hpp"

namespace faultline::cli {

/// A word of an enum. Throws OptionError.
template <typename Enum>
Enum parse_word(const std::string& option, const std::string& word) {
  if (const auto value = describe::value_named<Enum>(word)) return *value;
  const std::vector<std::string> allowed = describe::names_of(words(Enum{}));
  throw OptionError(option, word, "must be " + join_words(allowed, allowed.size(), "or"));
}

/// Several, separated by commas.
template <typename Enum>
std::vector<Enum> parse_words(const std::string& option, const std::string& text) {
  std::vector<Enum> values;
  for (const std::string& word : split(text, ',')) values.push_back(parse_word<Enum>(option, word));
  return values;
}

}  // namespace faultline::cli
