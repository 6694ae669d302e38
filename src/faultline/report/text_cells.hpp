#pragma once
// A table of cells on the terminal, under its caption; where it has no room, one line per row.

#include "faultline/report/cell_table.hpp"
#include "faultline/report/render/text_page.hpp"

namespace faultline::report {

/// Nothing when the table has no rows.
void write_table(const CellTable& content, Page& page);

}  // namespace faultline::report
