#pragma once
// A document as one self-contained HTML page: no network, no script, inline style and inline SVG.

#include <string>

#include "faultline/report/document/document.hpp"

namespace faultline::report {

/// Everything that comes from data is escaped.
[[nodiscard]] std::string render_html(const Document& document);

}  // namespace faultline::report
