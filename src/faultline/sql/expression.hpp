#pragma once
// The user's SQL (--where, --derive) must be one expression over the columns of the input. The
// engine is confined to the input's files as well (Engine::confine), so this is where a user gets
// a clear sentence, and that is the wall behind it.

#include <string>

#include "faultline/sql/engine.hpp"

namespace faultline::sql {

/// Parses `sql`, runs nothing. Throws ConfigError when it is not SQL, is more than one expression,
/// or names a table, a file, or a function that reads something besides its arguments.
void check_expression(Engine& engine, const std::string& option, const std::string& sql);

}  // namespace faultline::sql
