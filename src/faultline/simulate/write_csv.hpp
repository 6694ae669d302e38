#pragma once
// A Table as CSV (RFC 4180, lines end in \n): fields with a comma, quote, line break or outer blank
// are quoted; numbers are the shortest text that reads back as the same double; a missing number is
// empty. The same bytes everywhere.

#include <iosfwd>
#include <string>

#include "faultline/data/table.hpp"

namespace faultline::simulate {

void write_csv(const data::Table& table, std::ostream& out);
[[nodiscard]] std::string to_csv(const data::Table& table);
/// One field, quoted when it must be.
[[nodiscard]] std::string csv_field(std::string_view text);

}  // namespace faultline::simulate
