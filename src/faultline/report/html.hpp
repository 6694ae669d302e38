#pragma once
// JSON result -> one self-contained HTML page: no network, inline style, inline SVG and one inline
// script (render/page.js), without which the page can be read all the same. It is made from the
// JSON document alone, so a page can be made at any time from a saved result.

#include <string>
#include <string_view>

namespace faultline::report {

/// Everything that comes from data is escaped. Throws InputError when the text is not a Faultline
/// result (see from_json).
[[nodiscard]] std::string to_html(std::string_view json_text);

}  // namespace faultline::report
