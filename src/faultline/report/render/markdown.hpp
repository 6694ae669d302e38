#pragma once
// A document as Markdown (GitHub's, with tables): everything but the charts.

#include <string>
#include <string_view>

#include "faultline/report/document/document.hpp"

namespace faultline::report {

[[nodiscard]] std::string render_markdown(const Document& document);

/// A table by itself, for pages that are written around it; numbers at the right.
[[nodiscard]] std::string render_markdown(const Table& table);

/// Plain text that no sign of Markdown or HTML can leave.
[[nodiscard]] std::string escape_markdown(std::string_view text);

}  // namespace faultline::report
