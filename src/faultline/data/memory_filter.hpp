#pragma once
// Rows of a table in memory that `where` keeps. For use inside data/ only.

#include <string>
#include <vector>

#include "faultline/data/condition.hpp"
#include "faultline/data/memory_table.hpp"

namespace faultline::data {

/// The table with the rows that meet every condition; `unfiltered` becomes the people before, by
/// the count column where there is one. Throws ConfigError for a column that is not there and a
/// value that the column cannot have.
[[nodiscard]] MemoryTable keep_rows(MemoryTable table, const std::vector<Comparison>& conditions,
                                    const std::string& count);

}  // namespace faultline::data
