#pragma once
// Turns what the engine says into one sentence for a person: no stack, no engine vocabulary, no
// settings.

#include <string>
#include <string_view>
#include <vector>

#include "faultline/sql/engine.hpp"

namespace faultline::sql {

/// "Binder Error: no such thing\nLINE 1: ..." -> "no such thing".
[[nodiscard]] std::string first_sentence(std::string_view message);

/// A value or name as a message may show it: on one line, at most some sixty characters.
[[nodiscard]] std::string shown(std::string_view text);

/// Throws what an error while reading or grouping the data means: InputError that names the source
/// (and the line of a malformed CSV), Cancelled, or InternalError.
/// `text_path` is the CSV file that was read, or empty.
[[noreturn]] void throw_reading_error(const EngineError& error, const std::string& source,
                                      bool with_sql, const std::string& text_path);

/// Throws ConfigError for a user's SQL that the engine refuses: the option, the text, the reason
/// and, for an unknown column, the nearest name.
[[noreturn]] void throw_sql_error(const EngineError& error, const std::string& option,
                                  const std::string& sql, const std::vector<std::string>& columns);

/// Throws InputError: there is no such column; says the nearest name, or lists the first columns.
[[noreturn]] void throw_unknown_column(const std::string& option, const std::string& column,
                                       const std::vector<std::string>& columns);

}  // namespace faultline::sql
