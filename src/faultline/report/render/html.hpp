#pragma once
// A document as one self-contained HTML page: no network, inline style, inline SVG and one inline
// script (page.js), without which the page can be read all the same. Its policy lets no other run.

#include <string>

#include "faultline/report/document/document.hpp"

namespace faultline::report {

/// Everything that comes from data is escaped.
[[nodiscard]] std::string render_html(const Document& document);

}  // namespace faultline::report
