#include "faultline/sql/error_text.hpp"

#include <algorithm>
#include <optional>

#include <fmt/format.h>

#include "faultline/base/error.hpp"
#include "faultline/base/text.hpp"
#include "faultline/sql/spool.hpp"

namespace faultline::sql {
namespace {

/// The text between two marks; none when one of them is not there.
std::optional<std::string> between(std::string_view text, std::string_view before,
                                   std::string_view after) {
  const auto start = text.find(before);
  if (start == std::string_view::npos) return std::nullopt;
  text.remove_prefix(start + before.size());
  const auto end = text.find(after);
  if (end == std::string_view::npos) return std::nullopt;
  return std::string(trim(text.substr(0, end)));
}

void throw_if_not_about_data(const EngineError& error) {
  if (error.kind == EngineError::Kind::interrupted)
    throw Cancelled("stopped while reading the data");
  if (error.kind == EngineError::Kind::memory) {
    throw InputError(
        "the data does not fit in memory and on the temporary disk; free some, or group the rows "
        "first "
        "(`count` reads grouped rows)");
  }
  if (error.kind == EngineError::Kind::internal) {
    throw InternalError("the embedded SQL engine failed: " + first_sentence(error.message));
  }
}

/// Whether a bare word stands where a text may be meant: right of a comparison, as in sex = F.
bool is_compared_with(std::string_view sql, std::string_view word) {
  const auto is_letter = [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
  };
  for (auto at = sql.find(word); at != std::string_view::npos; at = sql.find(word, at + 1)) {
    const std::string_view after = sql.substr(at + word.size());
    if (!after.empty() && (is_letter(after.front()) || after.front() == '"')) continue;
    const std::string_view before = trim(sql.substr(0, at));
    if (!before.empty() && (before.back() == '=' || before.back() == '<' || before.back() == '>'))
      return true;
  }
  return false;
}

}  // namespace

std::string first_sentence(std::string_view message) {
  std::string_view line = message.substr(0, message.find('\n'));
  constexpr std::string_view kMark = "Error: ";
  // The engine puts its class in front, sometimes twice.
  for (auto at = line.find(kMark); at != std::string_view::npos && at < 40; at = line.find(kMark)) {
    line.remove_prefix(at + kMark.size());
  }
  while (!line.empty() && (line.back() == '!' || line.back() == '.' || line.back() == ' '))
    line.remove_suffix(1);
  return std::string(line);
}

void throw_reading_error(const EngineError& error, const std::string& source, bool with_sql,
                         const std::string& text_path) {
  throw_if_not_about_data(error);
  const std::string& text = error.message;
  if (auto line = between(text, "CSV Error on Line: ", "\n")) {
    // The engine does not count line ends inside quotes; editors do.
    const auto number = parse_integer(*line);
    if (number && !text_path.empty()) line = fmt::format("{}", physical_line(text_path, *number));
    const auto expected = between(text, "Expected Number of Columns: ", " Found:");
    const auto found = between(text, " Found: ", "\n");
    if (expected && found) {
      throw InputError(
          fmt::format("{}, line {}: {} {} where the first line has {}; correct the line, put "
                      "values that hold the "
                      "delimiter in double quotes, or say `delimiter`",
                      source, *line, *found, *found == "1" ? "field" : "fields", *expected));
    }
    if (text.find("unterminated quote") != std::string::npos) {
      throw InputError(
          fmt::format("{}, line {}: a double quote does not open or close a whole value; double "
                      "the quotes inside "
                      "values (\"\")",
                      source, *line));
    }
    const auto reason = between(text.substr(text.find('\n') + 1) + "\n", "\n", "\n");
    throw InputError(fmt::format("{}, line {}: not proper CSV ({})", source, *line,
                                 reason.value_or("malformed")));
  }
  if (text.find("state machine reached an invalid state") != std::string::npos) {
    throw InputError(fmt::format(
        "{} is not proper CSV: a double quote or a line end stands where none may be", source));
  }
  if (text.find("No magic bytes found") != std::string::npos) {
    throw InputError(fmt::format(
        "{} is not a Parquet file, or its end is missing; check `input_format` and the file",
        source));
  }
  throw InputError(fmt::format("{} cannot be used: {}{}", source, first_sentence(text),
                               with_sql ? " (check `where` and `derive`)" : ""));
}

void throw_sql_error(const EngineError& error, const std::string& option, const std::string& sql,
                     const std::vector<std::string>& columns) {
  throw_if_not_about_data(error);
  if (const auto name = between(error.message, "Referenced column \"", "\"")) {
    const std::string quotes =
        is_compared_with(sql, *name) ? fmt::format(" (text needs single quotes: '{}')", *name) : "";
    throw ConfigError(fmt::format("{} '{}': there is no column '{}'{}{}", option, sql, *name,
                                  quotes, data::column_hint(*name, columns)));
  }
  std::string reason = first_sentence(error.message);
  // The parenthesis is ours: the expression stands in a pair of them.
  if (reason == "syntax error at or near \")\"" && std::count(sql.begin(), sql.end(), ')') == 0) {
    reason = "syntax error at its end; something is missing there";
  }
  throw ConfigError(fmt::format("{} '{}' is not SQL that can be used: {}", option, sql, reason));
}

}  // namespace faultline::sql
