#pragma once
// A table on the page. On a screen too narrow for its columns, a wide one stands as a block per row
// with the head before each number (style.css, .wide).

#include <string>
#include <utility>
#include <vector>

#include "faultline/report/document/table.hpp"
#include "faultline/report/render/markup.hpp"

namespace faultline::report::html {

/// Nothing when it has no rows.
[[nodiscard]] Markup render(const Table& table);

/// What marks mean, in a line; nothing when there are none.
[[nodiscard]] Markup render_key(const std::vector<std::pair<PlotMark, std::string>>& key);

/// Words and a shape, not colour alone.
[[nodiscard]] Markup render(const Badge& badge);

}  // namespace faultline::report::html
