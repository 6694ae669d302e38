#pragma once
// Lists of words on the command line of a study.

#include <string>
#include <vector>

#include "faultline/base/error.hpp"
#include "faultline/base/options.hpp"
#include "faultline/base/text.hpp"

namespace faultline::cli {

/// Words of an enum, separated by commas. Throws ConfigError naming the option.
template <typename Enum>
std::vector<Enum> parse_words(const std::string& option, const std::string& text) {
  std::vector<Enum> values;
  for (const std::string& word : split(text, ',')) {
    const auto value = describe::value_named<Enum>(word);
    if (!value) {
      const std::vector<std::string> allowed = describe::names_of(words(Enum{}));
      throw OptionError(option, word, "must be " + join_words(allowed, allowed.size(), "or"));
    }
    values.push_back(*value);
  }
  return values;
}

}  // namespace faultline::cli
