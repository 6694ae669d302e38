#pragma once
// Parts of the sentences that speak of data, one place for all sources of people.

#include <string>
#include <string_view>
#include <vector>

namespace faultline::data {

/// A value or name as a message may show it: on one line, at most some sixty characters.
[[nodiscard]] std::string shown(std::string_view text);

/// A name as SQL quotes it, for messages that propose SQL.
[[nodiscard]] std::string quoted_name(std::string_view name);

/// A name as SQL takes it: as it is where it is a plain word, else quoted.
[[nodiscard]] std::string sql_name(std::string_view name);

/// "`derive` 'p=SQL' and OPTION p", with a name that no column has; a letter, digits behind it.
[[nodiscard]] std::string derive_advice(std::string_view option, std::string_view sql,
                                        const std::vector<std::string>& columns);

/// "; did you mean 'x'?", or the columns, those with something of the name first.
[[nodiscard]] std::string column_hint(std::string_view name,
                                      const std::vector<std::string>& columns);

/// Throws InputError: there is no such column; says the nearest name, or lists the first columns.
[[noreturn]] void throw_unknown_column(const std::string& option, const std::string& column,
                                       const std::vector<std::string>& columns);

}  // namespace faultline::data
