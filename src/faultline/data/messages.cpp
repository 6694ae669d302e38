#include "faultline/data/messages.hpp"

#include <algorithm>

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

std::string sql_name(std::string_view name) {
  const auto plain = [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
  };
  const bool word = !name.empty() && !(name.front() >= '0' && name.front() <= '9') &&
                    std::all_of(name.begin(), name.end(), plain);
  return word ? std::string(name) : quoted_name(name);
}

std::string derive_advice(std::string_view option, std::string_view sql,
                          const std::vector<std::string>& columns) {
  const auto taken = [&columns](const std::string& name) {
    return std::any_of(columns.begin(), columns.end(),
                       [&name](const std::string& column) { return lower_ascii(column) == name; });
  };
  std::string name = option == "`score`" ? "p" : "x";
  for (int k = 1; taken(name); ++k) name = fmt::format("{}{}", name.front(), k);
  return fmt::format("`derive` \"{}={}\" and {} {}", name, sql, option, name);
}

namespace {

/// True when one name holds the other, or both hold a word of three letters or more.
bool related(std::string_view a, std::string_view b) {
  const std::string x = lower_ascii(a);
  const std::string y = lower_ascii(b);
  if (x.find(y) != std::string::npos || y.find(x) != std::string::npos) return true;
  constexpr std::size_t kWord = 3;
  std::size_t start = 0;
  for (std::size_t at = 0; at <= x.size(); ++at) {
    const bool letter =
        at < x.size() && x[at] != '_' && x[at] != '-' && x[at] != '.' && x[at] != ' ';
    if (letter) continue;
    if (at - start >= kWord && y.find(x.substr(start, at - start)) != std::string::npos)
      return true;
    start = at + 1;
  }
  return false;
}

}  // namespace

std::string column_hint(std::string_view name, const std::vector<std::string>& columns) {
  if (const auto nearest = nearest_name(name, columns)) {
    return fmt::format("; did you mean '{}'?", shown(*nearest));
  }
  std::vector<std::string> names = columns;
  std::stable_partition(names.begin(), names.end(),
                        [name](const std::string& column) { return related(name, column); });
  const bool headless = columns.size() == 1 ||
                        std::any_of(columns.begin(), columns.end(), [](const std::string& column) {
                          return parse_double(column).has_value();
                        });
  for (std::string& column : names) column = shown(column);
  const std::string list = columns.size() == 1
                               ? fmt::format("; the only column is {}", names.front())
                               : fmt::format("; the columns are {}", join_words(names, 12));
  return list + (headless ? "; if the file has no header, name its columns with `columns`; if it "
                            "is not split rightly, give `delimiter`"
                          : "");
}

void throw_unknown_column(const std::string& option, const std::string& column,
                          const std::vector<std::string>& columns) {
  throw InputError(
      fmt::format("{}: there is no column '{}'{}", option, column, column_hint(column, columns)));
}

}  // namespace faultline::data
