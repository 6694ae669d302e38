#pragma once
// Turns what the engine says into one sentence for a person: no stack, no engine vocabulary, no
// settings.

#include <string>
#include <string_view>
#include <vector>

#include "faultline/data/messages.hpp"
#include "faultline/sql/engine.hpp"

namespace faultline::sql {

using data::shown;
using data::throw_unknown_column;

/// "Binder Error: no such thing\nLINE 1: ..." -> "no such thing".
[[nodiscard]] std::string first_sentence(std::string_view message);

/// Throws what an error while reading or grouping the data means: InputError that names the source
/// (and the line of a malformed CSV), Cancelled, or InternalError.
/// `text_path` is the CSV file that was read, or empty.
[[noreturn]] void throw_reading_error(const EngineError& error, const std::string& source,
                                      bool with_sql, const std::string& text_path);

/// Throws ConfigError for a user's SQL that the engine refuses: the option, the text, the reason
/// and, for an unknown column, the nearest name.
[[noreturn]] void throw_sql_error(const EngineError& error, const std::string& option,
                                  const std::string& sql, const std::vector<std::string>& columns);

}  // namespace faultline::sql
