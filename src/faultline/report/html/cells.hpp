#pragma once
// Tables of cells and lists of sentences on the page.

#include "faultline/report/cell_table.hpp"
#include "faultline/report/render/markup.hpp"

namespace faultline::report::html {

/// Nothing when the table has no rows.
[[nodiscard]] Markup table_of(const CellTable& content);

/// A list with one item per sentence; nothing without any.
[[nodiscard]] Markup list_of(const std::vector<std::string>& sentences, const char* css);

}  // namespace faultline::report::html
