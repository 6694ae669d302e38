#pragma once
// Lists of numbers as options hold them: text by text.

#include <cstdint>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "faultline/base/error.hpp"
#include "faultline/base/text.hpp"

namespace faultline::cli {

/// Throw ConfigError naming the option and the text.
inline std::vector<std::int64_t> whole_numbers(const char* option,
                                               const std::vector<std::string>& texts) {
  std::vector<std::int64_t> values;
  for (const std::string& text : texts) {
    const auto value = parse_integer(text);
    if (!value) throw ConfigError(fmt::format("{} {}: must be a whole number", option, text));
    values.push_back(*value);
  }
  return values;
}

inline std::vector<double> numbers(const char* option, const std::vector<std::string>& texts) {
  std::vector<double> values;
  for (const std::string& text : texts) {
    const auto value = parse_double(text);
    if (!value) throw ConfigError(fmt::format("{} {}: must be a number", option, text));
    values.push_back(*value);
  }
  return values;
}

}  // namespace faultline::cli
