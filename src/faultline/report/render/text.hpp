#pragma once
// A document for the terminal: what is brief of it, wrapped to a width. Charts and whatever is only
// for pages are left out.

#include <string>

#include "faultline/report/document/document.hpp"
#include "faultline/report/text.hpp"

namespace faultline::report {

/// Lines no wider than options.width, each ended by '\n'. Control characters in names and labels
/// are made harmless.
[[nodiscard]] std::string render_text(const Document& document, const TextOptions& options);

}  // namespace faultline::report
