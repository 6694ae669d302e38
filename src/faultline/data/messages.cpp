#include "faultline/data/messages.hpp"

#include <fmt/format.h>

#include "faultline/base/error.hpp"
#include "faultline/base/text.hpp"

namespace faultline::data {

std::string shown(std::string_view text) {
  // A message quotes enough to find the value, and stays within a line or two.
  constexpr std::size_t kLongest = 60;
  std::string out;
  for (const char c : text.substr(0, kLongest)) {
    out += static_cast<unsigned char>(c) < 0x20 || c == 0x7F ? ' ' : c;
  }
  // A character of several bytes is not cut in half.
  if (text.size() > kLongest) {
    while (!out.empty() && (static_cast<unsigned char>(out.back()) & 0xC0U) == 0x80) out.pop_back();
    if (!out.empty() && static_cast<unsigned char>(out.back()) >= 0x80) out.pop_back();
    out += "...";
  }
  return out;
}

std::string quoted_name(std::string_view name) {
  std::string out = "\"";
  for (const char c : name) {
    if (c == '"') out += '"';
    out += c;
  }
  return out += '"';
}

std::string column_hint(std::string_view name, const std::vector<std::string>& columns) {
  if (const auto nearest = nearest_name(name, columns)) {
    return fmt::format("; did you mean '{}'?", shown(*nearest));
  }
  std::vector<std::string> names;
  names.reserve(columns.size());
  for (const std::string& column : columns) names.push_back(shown(column));
  return fmt::format("; the columns are {}", join_words(names, 12));
}

void throw_unknown_column(const std::string& option, const std::string& column,
                          const std::vector<std::string>& columns) {
  throw InputError(
      fmt::format("{}: there is no column '{}'{}", option, column, column_hint(column, columns)));
}

}  // namespace faultline::data
