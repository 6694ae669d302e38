#pragma once
// A Table as CSV (base/csv.hpp): names, then a line per row; missing labels and numbers are empty.

#include <iosfwd>
#include <string>

#include "faultline/data/table.hpp"

namespace faultline::simulate {

void write_csv(const data::Table& table, std::ostream& out);
[[nodiscard]] std::string to_csv(const data::Table& table);

}  // namespace faultline::simulate
