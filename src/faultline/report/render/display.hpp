#pragma once
// Text on a terminal: how many columns it takes (base/text_width.hpp), where to break it, and what
// must not reach a terminal (control characters in a label would be carried out by it).

#include <string>
#include <string_view>

namespace faultline::report {

/// Columns that valid or invalid UTF-8 takes; an invalid byte counts as one.
[[nodiscard]] int display_width(std::string_view text);

/// Line breaks and tabs become blanks; other control characters, bidirectional controls and invalid
/// UTF-8 become U+FFFD.
[[nodiscard]] std::string printable(std::string_view text);

/// Breaks at blanks so that no line is wider than `width` columns; a longer word is cut. The first
/// line starts with `first`, the others with blanks of the same width. Lines end in '\n'. `text`
/// must be printable().
[[nodiscard]] std::string wrap(std::string_view first, std::string_view text, int width);

/// `text` and blanks up to `width` columns.
[[nodiscard]] std::string pad(std::string_view text, int width);

}  // namespace faultline::report
