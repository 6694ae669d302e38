#pragma once
// A table for the terminal: numbers keep their columns, words share what is left of the width and
// wrap inside their column. Where even that is too wide, a list with one entry per row.

#include <string>

#include "faultline/report/document/table.hpp"
#include "faultline/report/render/text_page.hpp"

namespace faultline::report {

/// The table below its caption, then what its heads mean; nothing when no row is for a terminal.
void write_table(const Table& table, Page& page);

}  // namespace faultline::report
